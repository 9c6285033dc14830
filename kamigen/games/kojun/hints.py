"""Explained hints: the next number of a board, by which technique, and why.

The ladder is climbed from the board as it stands until it places a number. Of
the steps on the way only those are told that the number rests on: a step
is needed if it struck out something that a later needed one relies upon.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from kamigen.game import Reason
from kamigen.games.kojun.board import Board, bits_of, values_of
from kamigen.games.kojun.ladder import ORDERED, TECHNIQUES, Marks, Step

if TYPE_CHECKING:
    from kamigen.game import Language

PHRASES: Mapping[str, Mapping[Language, str]] = {
    "explained": {
        "en": "Hint: {cell} is {value}. {reasons}",
        "pt": "Dica: {cell} é {value}. {reasons}",
    },
    "one-of-several": {
        "en": "Hint: {cell} was filled with {value}. This level has several solutions; "
        "that is one of them.",
        "pt": "Dica: {cell} recebeu {value}. Este nível tem várias soluções; essa é uma delas.",
    },
    "mistaken": {
        "en": "Hint: {cell} was cleared. With {value} there the board cannot be filled any more.",
        "pt": "Dica: {cell} foi apagada. Com {value} ali não há mais como completar o tabuleiro.",
    },
    "only-value": {
        "en": "Only value: nothing else is left for it.",
        "pt": "Único valor: não resta outro para ela.",
    },
    "region-of-one": {
        "en": "Only value: its region has no other cell.",
        "pt": "Único valor: a sua região não tem outra célula.",
    },
    "value-in-region": {"en": "In its region: {values}.", "pt": "Na sua região: {values}."},
    "value-beside": {"en": "Next to it: {values}.", "pt": "Ao lado dela: {values}."},
    "value-out-of-order": {
        "en": "Against the order of its column: {values}.",
        "pt": "Contra a ordem da sua coluna: {values}.",
    },
    "value-struck": {"en": "Ruled out so far: {values}.", "pt": "Já descartados: {values}."},
    "only-place": {
        "en": "Only place: its region has no other cell for {value}.",
        "pt": "Único lugar: a sua região não tem outra célula para {value}.",
    },
    "place-beside": {
        "en": "Next to a {value}: {cells}.",
        "pt": "Ao lado de um {value}: {cells}.",
    },
    "place-out-of-order": {
        "en": "Against the order of the column: {cells}.",
        "pt": "Contra a ordem da coluna: {cells}.",
    },
    "place-struck": {
        "en": "Ruled out so far: {cells}.",
        "pt": "Já descartadas: {cells}.",
    },
    "order-up": {
        "en": "Order: {cell} is above {other}, which is {bound} or more, so {cell} is not "
        "{values}.",
        "pt": "Ordem: {cell} fica acima de {other}, que é {bound} ou mais; logo {cell} não é "
        "{values}.",
    },
    "order-down": {
        "en": "Order: {cell} is below {other}, which is {bound} or less, so {cell} is not "
        "{values}.",
        "pt": "Ordem: {cell} fica abaixo de {other}, que é {bound} ou menos; logo {cell} não é "
        "{values}.",
    },
    "touching": {
        "en": "Touching: one of {cells} is the {values} of their region, and {struck} touches "
        "them all, so it is not {values}.",
        "pt": "Contato: uma de {cells} é o {values} da sua região, e {struck} toca todas; logo "
        "não é {values}.",
    },
    "naked-pair": {
        "en": "Pair: {cells} have only {values} left and use both up, so these go from {struck}.",
        "pt": "Par: a {cells} só restam {values}, e as duas gastam ambos; eles saem de {struck}.",
    },
    "naked-triple": {
        "en": "Triple: {cells} have only {values} left and use all three up, so these go from "
        "{struck}.",
        "pt": "Trio: a {cells} só restam {values}, e as três gastam todos; eles saem de {struck}.",
    },
    "hidden-pair": {
        "en": "Hidden pair: in their region {values} fit only in {cells}, so nothing else does.",
        "pt": "Par oculto: na sua região {values} só cabem em {cells}; nada mais cabe ali.",
    },
    "hidden-triple": {
        "en": "Hidden triple: in their region {values} fit only in {cells}, so nothing else does.",
        "pt": "Trio oculto: na sua região {values} só cabem em {cells}; nada mais cabe ali.",
    },
    "trial": {
        "en": "Trial: if {cell} were {value}, then {chain}, and {end}; so it is not.",
        "pt": "Tentativa: se {cell} fosse {value}, então {chain}, e {end}; logo não é.",
    },
    "trial-at-once": {
        "en": "Trial: if {cell} were {value}, {end}; so it is not.",
        "pt": "Tentativa: se {cell} fosse {value}, {end}; logo não é.",
    },
    "no-value-left": {
        "en": "no value would be left for {cell}",
        "pt": "não restaria valor para {cell}",
    },
    "no-place-left": {
        "en": "the region of {cell} would have no place for {value}",
        "pt": "a região de {cell} não teria lugar para {value}",
    },
    "search": {
        "en": "Search: every other value of it comes to a dead end, though only after long trying.",
        "pt": "Busca: qualquer outro valor dela acaba sem saída, mas só depois de muito tentar.",
    },
}

# A hint is to come at once. On a board of 17×17 hardly one takes a hundred of these;
# where they are used up the reason given is the last rung's.
_MOST_TRIALS = 2_000


def explain(
    board: Board, values: Sequence[int], solution: Sequence[int]
) -> tuple[int, int, Reason]:
    """Return a blank cell, its value and why; the board must have this one solution."""
    marks = Marks(board, values, solution, _MOST_TRIALS)
    plain = marks.masks.copy()
    taken: list[tuple[Step, Marks]] = []
    while True:
        step = marks.next_step(TECHNIQUES)
        if step is None:
            raise AssertionError("the last rung places a number on every board that has a blank")
        if step.placed is not None:
            break
        taken.append((step, marks.copy()))
        marks.take(step)
    needed = _relied_upon(step, marks)
    told: list[Reason] = []
    for earlier, before in reversed(taken):
        if any(needed[cell] & mask for cell, mask in earlier.struck):
            for cell, mask in enumerate(_relied_upon(earlier, before)):
                needed[cell] |= mask
            told = [*_struck_because(earlier, before), *told]
    told += _placed_because(step, marks, plain)
    cell, value = step.placed
    return (
        cell,
        value,
        Reason("explained", {"cell": board.name(cell), "value": value, "reasons": tuple(told)}),
    )


def _relied_upon(step: Step, marks: Marks) -> list[int]:
    """For every cell the values that must be gone from it for the step to be right."""
    board = marks.board
    gone = [0] * len(marks.masks)
    match step.technique:
        case "only-value" | "naked-pair" | "naked-triple":
            for cell in step.cells:
                gone[cell] = ~step.values
        case "only-place" | "touching" | "hidden-pair" | "hidden-triple":
            for cell in board.members[board.region_of[step.cells[0]]]:
                gone[cell] = 0 if cell in step.cells else step.values
        case "order":
            (cell,) = step.cells
            ((struck, _),) = step.struck
            # Less than its least value, or more than its greatest.
            gone[cell] = step.values - 1 if struck == board.above[cell] else -(step.values << 1)
        case _:
            gone = [-1] * len(marks.masks)
    return gone


def _placed_because(step: Step, marks: Marks, plain: Sequence[int]) -> Iterable[Reason]:
    """Why a number is where it is; `plain` are the marks that placed numbers alone leave."""
    board = marks.board
    (cell,) = step.cells
    if step.technique == "only-value":
        yield Reason("only-value" if board.size(cell) > 1 else "region-of-one")
        kinds: dict[str, list[object]] = {}
        for value in range(1, board.size(cell) + 1):
            if 1 << (value - 1) != step.values:
                kind = _why_not(marks, plain, cell, value)
                kinds.setdefault(f"value-{kind}", []).append(value)
        for phrase in ("in-region", "beside", "out-of-order", "struck"):
            if found := kinds.get(f"value-{phrase}"):
                yield Reason(f"value-{phrase}", {"values": _listed(found)})
    elif step.technique == "only-place":
        value = step.values.bit_length()
        yield Reason("only-place", {"value": value})
        kinds = {}
        for other in board.members[board.region_of[cell]]:
            if other != cell and other in marks.blank:
                kind = _why_not(marks, plain, other, value)
                kinds.setdefault(f"place-{kind}", []).append(board.name(other))
        for phrase in ("beside", "out-of-order", "struck"):
            if found := kinds.get(f"place-{phrase}"):
                yield Reason(f"place-{phrase}", {"value": value, "cells": _listed(found)})
    else:
        yield Reason("search")


def _why_not(marks: Marks, plain: Sequence[int], cell: int, value: int) -> str:
    """What kind of thing excludes a value from a cell."""
    board, values = marks.board, marks.values
    if any(values[other] == value for other in board.members[board.region_of[cell]]):
        return "in-region"
    if any(values[other] == value for other in board.touching[cell]):
        return "beside"
    return "struck" if plain[cell] >> (value - 1) & 1 else "out-of-order"


def _struck_because(step: Step, marks: Marks) -> Iterable[Reason]:
    """Why values are struck out."""
    board = marks.board
    if step.technique == "order":
        ((struck, mask),) = step.struck
        (other,) = step.cells
        yield Reason(
            "order-up" if struck == board.above[other] else "order-down",
            {
                "cell": board.name(struck),
                "other": board.name(other),
                "bound": step.values.bit_length(),
                "values": _listed(values_of(mask)),
            },
        )
    elif step.technique == "trial":
        yield _dead_end(marks, step.cells[0], step.values)
    else:
        yield Reason(
            step.technique,
            {
                "cells": _listed(map(board.name, step.cells)),
                "values": _listed(values_of(step.values)),
                "struck": _listed(board.name(cell) for cell, _ in step.struck),
            },
        )


def _dead_end(marks: Marks, cell: int, bit: int) -> Reason:
    """What goes wrong if a cell has this value, told number by number."""
    board = marks.board
    supposed = marks.copy()
    supposed.place(cell, bit.bit_length())
    chain: list[str] = []
    while (end := _end(supposed)) is None:
        step = supposed.next_step(ORDERED)
        if step is None:
            raise AssertionError("a trial ends where plain reasoning does")
        supposed.take(step)
        if step.placed is not None:
            chain.append(f"{board.name(step.placed[0])} = {step.placed[1]}")
    values: dict[str, object] = {"cell": board.name(cell), "value": bit.bit_length(), "end": end}
    if not chain:
        return Reason("trial-at-once", values)
    return Reason("trial", {**values, "chain": ", ".join(chain)})


def _end(marks: Marks) -> Reason | None:
    """The cell without a value, or the value without a cell, if there is one."""
    board = marks.board
    for cell in marks.blank:
        if not marks.masks[cell]:
            return Reason("no-value-left", {"cell": board.name(cell)})
    for members in board.members:
        left = (1 << len(members)) - 1
        for cell in members:
            left &= ~marks.masks[cell]
        for bit in bits_of(left)[:1]:
            values = {"cell": board.name(members[0]), "value": bit.bit_length()}
            return Reason("no-place-left", values)
    return None


def _listed(items: Iterable[object]) -> str:
    return ", ".join(map(str, items))
