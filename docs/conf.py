"""How Sphinx builds the documentation: `make docs`.

Pages that have their source elsewhere are written first (pages.py).
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from pages import write_pages

from hansa.version import VERSION

project = "hansa"
author = "the founders of hansa"
copyright = author
release = version = VERSION
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.viewcode", "sphinx_copybutton"]
source_suffix = {".md": "markdown", ".rst": "restructuredtext"}
exclude_patterns = ["_build"]
html_theme = "furo"
html_title = f"hansa {VERSION}"
html_theme_options = {"source_directory": "docs/"}
html_show_sphinx = False
html_copy_source = False
myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 3
default_role = "literal"            # docstrings put code between single backticks, as Markdown does
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
copybutton_prompt_text = r">>> |\.\.\. |\$ "
copybutton_prompt_is_regexp = True
# Several modules have a `Game`
suppress_warnings = ["myst.xref_missing", "misc.highlighting_failure", "ref.python"]

write_pages(Path(__file__).parent)
