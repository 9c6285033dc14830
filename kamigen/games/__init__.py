"""The games, one folder each. None imports the pipeline, a view or the command line."""
