"""Packs: folders of graded levels with a manifest, made in bulk and never lost.

`recipe` says what a pack is to hold, `produce` makes it with the `journal` that
survives any interruption, `manifest` is what is written, `inspect` checks it.
"""
