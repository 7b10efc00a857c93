"""The page of a run: `report.html`, one file that opens from disk and needs no network.

`page` puts it together, `summary`, `clauses` and `content` say what stands in it, `page.html`, `*.css` and `*.js` are what it is made of.
"""

from conformance.report.html.page import html

__all__ = ["html"]
