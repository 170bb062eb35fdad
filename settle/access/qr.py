"""QR codes of addresses: for a terminal, and as a picture."""

from io import BytesIO, StringIO

import segno


def qr_text(address: str) -> str:
    """The code in half blocks, as a terminal with a dark ground shows it."""
    drawn = StringIO()
    _code(address).terminal(out=drawn, compact=True)
    return drawn.getvalue()


def qr_svg(address: str) -> str:
    """The code as SVG, to stand in a page."""
    drawn = BytesIO()
    _code(address).save(drawn, kind="svg", xmldecl=False, svgclass=None, lineclass=None, scale=4)
    return drawn.getvalue().decode("utf-8").strip()


def _code(address: str) -> segno.QRCode:
    return segno.make(address, error="m", micro=False)
