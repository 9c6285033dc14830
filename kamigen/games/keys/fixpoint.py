"""The second witness: the same answers as fixed points of whole-map operations.

Nothing here follows a path. Regions are labelled for all cells at once, by
giving every cell the least number among its neighbours until no number falls.
A player's reach is a truth value for every region and door, passed on between
neighbours until nothing changes, again after every wave of keys. The par is
counted by letting all states (cell and keys held) take their step at the same
time, as shifts of whole arrays. No code is shared with `explore` and `tour`.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from kamigen.budget import Budget, BudgetSpent, Meter
from kamigen.games.keys.level import Goal, KeysLevel
from kamigen.level import Proof

Truths = NDArray[np.bool_]
Numbers = NDArray[np.intp]

# The arrays of the par take a byte a state; beyond this many states the witness
# keeps silent rather than take all memory.
_MOST_STATES = 1 << 26


def confirm(level: KeysLevel, budget: Budget) -> Proof:
    """Come to the facts and the par of a level once more."""
    meter = budget.start()
    try:
        found = _facts(level, meter)
        if level.goal is None:
            return Proof("fixed point", 0, None, (), 0, meter.seconds, found, closed=True)
        par = _par(level, level.goal, meter)
    except BudgetSpent:
        return Proof("fixed point", 0, None, seconds=meter.seconds)
    if par is None:
        found = {**found, "goal_reached": False}
        return Proof("fixed point", 0, None, (), 0, meter.seconds, found, closed=True)
    return Proof("fixed point", par, par, facts=found, seconds=meter.seconds)


def _facts(level: KeysLevel, meter: Meter) -> Mapping[str, object]:
    marks = _marks(level)
    is_door = (marks >= ord("A")) & (marks <= ord("Z"))
    is_key = marks >= ord("a")
    labels = _labels(marks != ord("#"), is_door, meter)
    # Of every label: the letter of its door, or 0 for a region, which needs no key.
    lock = np.zeros(labels.size, dtype=np.intp)
    lock[labels[is_door]] = marks[is_door] - ord("A") + 1
    size = np.bincount(labels[marks != ord("#")], minlength=labels.size)
    first, second = _links(labels, is_door, marks != ord("#"))
    key_label, key_letter = labels[is_key], marks[is_key] - ord("a") + 1
    facts: dict[str, dict[str, object]] = {"cells": {}, "keys": {}, "shut": {}}
    for player, (row, column) in level.players.items():
        reached = np.zeros(labels.size, dtype=bool)
        reached[labels[row, column]] = True
        held = np.zeros(27, dtype=bool)
        held[0] = True
        waves: list[str] = []
        while True:
            _spread(reached, held[lock], first, second, meter)
            found = np.unique(key_letter[reached[key_label]])
            new = found[~held[found]]
            if not new.size:
                break
            waves.append("".join(chr(ord("a") - 1 + letter) for letter in new.tolist()))
            held[new] = True
        met = np.concatenate([second[reached[first]], first[reached[second]]])
        shut = np.unique(lock[met][~held[lock[met]]])
        facts["cells"][str(player)] = int(size[reached].sum())
        facts["keys"][str(player)] = waves
        facts["shut"][str(player)] = "".join(chr(ord("A") - 1 + one) for one in shut.tolist())
    return facts


def _marks(level: KeysLevel) -> NDArray[np.uint8]:
    lines = np.frombuffer("".join(level.drawing).encode("ascii"), dtype=np.uint8)
    return np.pad(lines.reshape(level.rows, level.cols), 1, constant_values=ord("#"))


def _labels(passable: Truths, is_door: Truths, meter: Meter) -> Numbers:
    """Number the regions; every door keeps a number of its own, and so does rock."""
    floor = passable & ~is_door
    first, second = _links(np.arange(floor.size).reshape(floor.shape), None, floor)
    label = np.arange(floor.size)
    while first.size:
        meter.tick()
        low = np.minimum(label[first], label[second])
        np.minimum.at(label, label[first], low)
        np.minimum.at(label, label[second], low)
        while True:
            shorter = label[label]
            if np.array_equal(shorter, label):
                break
            label = shorter
        apart = label[first] != label[second]
        first, second = first[apart], second[apart]
    return label.reshape(floor.shape)


def _links(labels: Numbers, is_door: Truths | None, there: Truths) -> tuple[Numbers, Numbers]:
    """Return the pairs of neighbours that are both `there`: all, or those with a door."""
    pairs = []
    for one, other in ((np.s_[:, :-1], np.s_[:, 1:]), (np.s_[:-1, :], np.s_[1:, :])):
        linked = there[one] & there[other]
        if is_door is not None:
            linked &= is_door[one] | is_door[other]
        pairs.append((labels[one][linked], labels[other][linked]))
    return tuple(np.concatenate(side) for side in zip(*pairs, strict=True))  # type: ignore[return-value]


def _spread(
    reached: Truths, passable: Truths, first: Numbers, second: Numbers, meter: Meter
) -> None:
    """Pass `reached` on between neighbours, in place, until nothing changes."""
    usable = passable[first] & passable[second]
    first, second = first[usable], second[usable]
    while True:
        meter.tick()
        news = reached[first] != reached[second]
        if not news.any():
            return
        reached[first[news]] = True
        reached[second[news]] = True


def _par(level: KeysLevel, goal: Goal, meter: Meter) -> int | None:
    """Count the steps until some state stands on the goal; None if none ever does."""
    marks = _marks(level)
    if marks[goal.cell] == ord("#"):
        return None
    letters = [
        letter
        for letter in range(26)
        if (marks == ord("A") + letter).any() and (marks == ord("a") + letter).any()
    ]
    if marks.size << len(letters) > _MOST_STATES:
        raise BudgetSpent
    sets = np.arange(1 << len(letters))
    # open_to[s] is where somebody with the keys of set s may stand.
    open_to = np.repeat((marks != ord("#"))[None], len(sets), axis=0)
    open_to &= ~((marks >= ord("A")) & (marks <= ord("Z")))
    # By each letter: the sets without it, the same sets with it, and where its keys lie.
    pick_ups = []
    for bit, letter in enumerate(letters):
        with_key = (sets >> bit & 1).astype(bool)
        open_to[with_key] |= marks == ord("A") + letter
        pick_ups.append((sets[~with_key], sets[with_key], marks == ord("a") + letter))
    states = np.zeros_like(open_to)
    states[0][level.players[goal.player]] = True
    steps = 0
    while True:
        meter.tick()
        for without, with_it, at_key in pick_ups:
            states[with_it] |= states[without] & at_key
        if states[(slice(None), *goal.cell)].any():
            return steps
        grown = states.copy()
        grown[:, 1:] |= states[:, :-1]
        grown[:, :-1] |= states[:, 1:]
        grown[:, :, 1:] |= states[:, :, :-1]
        grown[:, :, :-1] |= states[:, :, 1:]
        grown &= open_to
        if np.array_equal(grown, states):
            return None
        states = grown
        steps += 1
