"""LDtk: one project with a level a board, drawn as an IntGrid whose values are colours.

The keys are those that LDtk 1.5.3 requires of a project; most of them are
settings of its editor, at their defaults. Identifiers depend on the levels
alone, so that the same levels give the same bytes.
"""

from __future__ import annotations

import json
import re
import uuid
from collections.abc import Sequence

from kamigen.views.exports.entry import Entry
from kamigen.views.palette import INK, PAPER, swatch

VERSION = 1

_JSON_VERSION = "1.5.3"
_GRID = 32
_SPACE = uuid.UUID("5a1f3e0c-6f0f-5c55-9f0b-6b616d69676e")

_LAYER_UID = 1
_FIELDS = {"kamigen_version": 2, "difficulty": 3, "limit": 4, "par": 5}
_FIRST_LEVEL_UID = 10


def ldtk_project(entries: Sequence[Entry]) -> str:
    """Return levels as the text of a project."""
    colours = max(max(max(entry.flat), entry.mosaic.colours) for entry in entries)
    identifiers = _identifiers([entry.name for entry in entries])
    levels = [
        _level(entry, identifier, _FIRST_LEVEL_UID + place)
        for place, (entry, identifier) in enumerate(zip(entries, identifiers, strict=True))
    ]
    project = {
        "__header__": {
            "fileType": "LDtk Project JSON",
            "app": "LDtk",
            "appVersion": _JSON_VERSION,
        },
        "iid": _iid("project"),
        "jsonVersion": _JSON_VERSION,
        "appBuildId": 0,
        "nextUid": _FIRST_LEVEL_UID + len(entries),
        "identifierStyle": "Free",
        "toc": [],
        "worldLayout": "LinearHorizontal",
        "worldGridWidth": 256,
        "worldGridHeight": 256,
        "defaultLevelWidth": 256,
        "defaultLevelHeight": 256,
        "defaultPivotX": 0,
        "defaultPivotY": 0,
        "defaultGridSize": _GRID,
        "defaultEntityWidth": _GRID,
        "defaultEntityHeight": _GRID,
        "bgColor": INK,
        "defaultLevelBgColor": PAPER,
        "minifyJson": False,
        "externalLevels": False,
        "exportTiled": False,
        "simplifiedExport": False,
        "imageExportMode": "None",
        "exportLevelBg": True,
        "pngFilePattern": None,
        "backupOnSave": False,
        "backupLimit": 10,
        "backupRelPath": None,
        "levelNamePattern": "Level_%idx",
        "tutorialDesc": None,
        "customCommands": [],
        "flags": [],
        "defs": {
            "layers": [_layer_definition(colours)],
            "entities": [],
            "tilesets": [],
            "enums": [],
            "externalEnums": [],
            "levelFields": [_field_definition(name, uid) for name, uid in _FIELDS.items()],
        },
        "levels": levels,
        "worlds": [],
        "dummyWorldIid": _iid("world"),
    }
    return json.dumps(project, ensure_ascii=False, indent="\t") + "\n"


def _level(entry: Entry, identifier: str, uid: int) -> dict[str, object]:
    values = {"kamigen_version": VERSION, "par": entry.par, **entry.header}
    return {
        "identifier": identifier,
        "iid": _iid("level", identifier),
        "uid": uid,
        "worldX": -1,
        "worldY": -1,
        "worldDepth": 0,
        "pxWid": entry.cols * _GRID,
        "pxHei": entry.rows * _GRID,
        "__bgColor": PAPER,
        "bgColor": None,
        "useAutoIdentifier": False,
        "bgRelPath": None,
        "bgPos": None,
        "bgPivotX": 0.5,
        "bgPivotY": 0.5,
        "__smartColor": PAPER,
        "__bgPos": None,
        "externalRelPath": None,
        "fieldInstances": [
            _field(name, field_uid, values.get(name)) for name, field_uid in _FIELDS.items()
        ],
        "layerInstances": [_layer(entry, identifier, uid)],
        "__neighbours": [],
    }


def _layer(entry: Entry, identifier: str, level_uid: int) -> dict[str, object]:
    return {
        "__identifier": "Board",
        "__type": "IntGrid",
        "__cWid": entry.cols,
        "__cHei": entry.rows,
        "__gridSize": _GRID,
        "__opacity": 1,
        "__pxTotalOffsetX": 0,
        "__pxTotalOffsetY": 0,
        "__tilesetDefUid": None,
        "__tilesetRelPath": None,
        "iid": _iid("layer", identifier),
        "levelId": level_uid,
        "layerDefUid": _LAYER_UID,
        "pxOffsetX": 0,
        "pxOffsetY": 0,
        "visible": True,
        "optionalRules": [],
        "intGridCsv": entry.flat,
        "autoLayerTiles": [],
        "seed": 0,
        "overrideTilesetUid": None,
        "gridTiles": [],
        "entityInstances": [],
    }


def _layer_definition(colours: int) -> dict[str, object]:
    return {
        "__type": "IntGrid",
        "identifier": "Board",
        "type": "IntGrid",
        "uid": _LAYER_UID,
        "doc": "A value is a colour of the level's palette.",
        "uiColor": None,
        "gridSize": _GRID,
        "guideGridWid": 0,
        "guideGridHei": 0,
        "displayOpacity": 1,
        "inactiveOpacity": 1,
        "hideInList": False,
        "hideFieldsWhenInactive": False,
        "canSelectWhenInactive": True,
        "renderInWorldView": True,
        "pxOffsetX": 0,
        "pxOffsetY": 0,
        "parallaxFactorX": 0,
        "parallaxFactorY": 0,
        "parallaxScaling": True,
        "requiredTags": [],
        "excludedTags": [],
        "autoTilesKilledByOtherLayerUid": None,
        "uiFilterTags": [],
        "useAsyncRender": False,
        "intGridValues": [_value_definition(colour) for colour in range(1, colours + 1)],
        "intGridValuesGroups": [],
        "autoRuleGroups": [],
        "autoSourceLayerDefUid": None,
        "tilesetDefUid": None,
        "tilePivotX": 0,
        "tilePivotY": 0,
        "biomeFieldUid": None,
    }


def _value_definition(colour: int) -> dict[str, object]:
    return {
        "value": colour,
        "identifier": f"colour_{colour}",
        "color": swatch(colour).fill,
        "tile": None,
        "groupUid": 0,
    }


def _field_definition(name: str, uid: int) -> dict[str, object]:
    return {
        "identifier": name,
        "doc": None,
        "__type": "Int",
        "uid": uid,
        "type": "F_Int",
        "isArray": False,
        "canBeNull": True,
        "arrayMinLength": None,
        "arrayMaxLength": None,
        "editorDisplayMode": "Hidden",
        "editorDisplayScale": 1,
        "editorDisplayPos": "Above",
        "editorLinkStyle": "StraightArrow",
        "editorDisplayColor": None,
        "editorAlwaysShow": False,
        "editorShowInWorld": True,
        "editorCutLongValues": True,
        "editorTextSuffix": None,
        "editorTextPrefix": None,
        "useForSmartColor": False,
        "exportToToc": False,
        "searchable": False,
        "min": None,
        "max": None,
        "regex": None,
        "acceptFileTypes": None,
        "defaultOverride": None,
        "textLanguageMode": None,
        "symmetricalRef": False,
        "autoChainRef": True,
        "allowOutOfLevelRef": True,
        "allowedRefs": "OnlySame",
        "allowedRefsEntityUid": None,
        "allowedRefTags": [],
        "tilesetUid": None,
    }


def _field(name: str, uid: int, value: int | None) -> dict[str, object]:
    given = [] if value is None else [{"id": "V_Int", "params": [value]}]
    return {
        "__identifier": name,
        "__type": "Int",
        "__value": value,
        "__tile": None,
        "defUid": uid,
        "realEditorValues": given,
    }


def _identifiers(names: Sequence[str]) -> list[str]:
    """Names in the letters that LDtk allows, no two alike."""
    taken: dict[str, None] = {}
    for name in names:
        base = "Level_" + (re.sub(r"[^A-Za-z0-9]+", "_", name).strip("_") or "x")
        identifier, number = base, 1
        while identifier in taken:
            number += 1
            identifier = f"{base}_{number}"
        taken[identifier] = None
    return list(taken)


def _iid(*words: str) -> str:
    return str(uuid.uuid5(_SPACE, "/".join(words)))
