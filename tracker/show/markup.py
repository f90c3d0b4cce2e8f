"""HTML that cannot be broken by what a file or a player is called: every plain string is escaped, always."""

from html import escape


class Html(str):
    """Text that is markup already."""

    __slots__ = ()


def tag(name: str, *children: str, **attributes: object) -> Html:
    """Return an element; children that are not `Html` are escaped, attributes of None or False left out.

    A trailing underscore of an attribute is dropped (`class_`), the others become hyphens (`aria_label`).
    """
    shown = {key.rstrip("_").replace("_", "-"): value for key, value in attributes.items()}
    text = "".join(_attribute(key, value) for key, value in shown.items() if value is not None and value is not False)
    return Html(f"<{name}{text}>{join(*children)}</{name}>")


def void(name: str, **attributes: object) -> Html:
    """Return an element that has no children and no end, such as an image."""
    return Html(tag(name, **attributes).removesuffix(f"</{name}>"))


def join(*children: str) -> Html:
    """Return the children one after another, escaping those that are plain text."""
    return Html("".join(child if isinstance(child, Html) else escape(child, quote=False) for child in children))


def _attribute(key: str, value: object) -> str:
    if value is True:
        return f" {key}"
    text = f"{value:.1f}".removesuffix(".0") if isinstance(value, float) else str(value)
    return f' {key}="{escape(text)}"'
