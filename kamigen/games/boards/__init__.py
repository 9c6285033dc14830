"""What games on boards of colours share: their text, their drawings, their configs' keys."""
