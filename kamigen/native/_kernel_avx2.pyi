Answer = tuple[int, int, list[tuple[int, int]] | None, int, int, str]

def has_avx2() -> bool: ...
def solve(
    colours: list[int],
    near: list[list[int]],
    *,
    palette: int,
    lower: int,
    upper: int,
    first_width: int,
    last_width: int,
    most: int | None,
    nodes: int | None,
    seconds: float | None,
    most_bytes: int,
    jobs: int,
    final: int | None = None,
) -> Answer: ...
def solve_flood(
    colours: list[int],
    touching: list[list[int]],
    *,
    palette: int,
    lower: int,
    upper: int,
    last_plays: int,
    most: int | None,
    nodes: int | None,
    seconds: float | None,
    most_bytes: int,
    far_weight: int = 4,
) -> tuple[int, list[int] | None, int, int]: ...
