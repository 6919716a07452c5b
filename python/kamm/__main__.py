"""python -m kamm: the kamm command."""

import sys

from ._command import main

sys.exit(main())
