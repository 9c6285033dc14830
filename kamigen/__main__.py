"""`python -m kamigen` is `kamigen`."""

from kamigen.cli import main

main()
