"""The page of a run: `report.html`, one file that opens from disk and needs no network.

`page` puts it together, `summary`, `clauses` and `content` say what stands in it, `page.html`, `page.css` and `*.js` are what it is made
of; `frame` has what our pages share.
"""

from conformance.report.html.page import html

__all__ = ["html"]
