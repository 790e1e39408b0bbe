"""`python -m privtool` is the console script."""

from privtool.cli.main import main

if __name__ == "__main__":
    main()
