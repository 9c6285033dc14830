"""Kojun: number the regions so that neighbours differ and columns fall inside a region."""
