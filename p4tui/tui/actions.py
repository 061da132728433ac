"""Every action of the screens, once: its keys, its names, what it runs. Bindings, key bars, help and palette read it here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from textual.binding import Binding

from p4tui.i18n import N_, _
from p4tui.tui.widgets.key_bar import KeyHint


@dataclass(frozen=True, slots=True)
class Action:
    """Something that can be done on a screen.

    Attributes:
        id: its name in the settings' table of keys.
        keys: Textual's names of its keys, separated by commas.
        label: a word for the key bar, to be translated.
        description: a sentence for help and palette, to be translated.
        action: what Textual runs.
        bar: whether the key bar shows it.
        kept: whether the key bar never cuts it off.
    """

    id: str
    keys: str
    label: str
    description: str
    action: str
    bar: bool = False
    kept: bool = False


_KEY_NAMES = {
    "question_mark": "?",
    "left_square_bracket": "[",
    "right_square_bracket": "]",
    "full_stop": ".",
    "plus": "+",
    "minus": "-",
    "colon": ":",
    "slash": "/",
    "space": N_("Space"),
    "enter": N_("Enter"),
    "escape": N_("Esc"),
    "left": N_("Left"),
    "right": N_("Right"),
    "up": N_("Up"),
    "down": N_("Down"),
    "home": N_("Home"),
    "end": N_("End"),
}

HELP = Action(
    "app.help",
    "question_mark,f1",
    N_("Help"),
    N_("Show the rules and all keys"),
    "app.help",
    bar=True,
    kept=True,
)
PALETTE = Action(
    "app.palette", "colon,ctrl+p", N_("Commands"), N_("Search among all commands"), "app.commands"
)
REDRAW = Action(
    "app.redraw", "ctrl+l", N_("Redraw"), N_("Draw the whole screen again"), "app.redraw"
)
EVERYWHERE = (HELP, PALETTE, REDRAW)

SYSTEM = (
    Binding("ctrl+c", "interrupt", show=False, priority=True, system=True),
    Binding("ctrl+z", "suspend_process", show=False, priority=True, system=True),
)
"""What always comes first, and has no other keys."""
DROP = Action("game.drop", "", N_("Drop"), N_("Drop a disc in the chosen column"), "drop", bar=True)
CELL_DROP = replace(DROP, label=N_("Play cell"), description=N_("Play the chosen cell"))
"""The same action as the cell cursor names it."""

PAUSE = Action(
    "game.pause", "p", N_("Pause"), N_("Stop or go on (computer against computer)"), "pause"
)
STEP = Action(
    "game.step", "full_stop", N_("Step"), N_("One move only (computer against computer)"), "step"
)

NOW = Action(
    "game.now",
    "m",
    N_("Move now"),
    N_("Let the computer play what it has found so far"),
    "move_now",
)

GAME = (
    DROP,
    Action("game.undo", "u", N_("Undo"), N_("Take back the last move"), "undo", bar=True),
    Action("game.redo", "r", N_("Redo"), N_("Make the move again that was taken back"), "redo"),
    Action(
        "game.hint",
        "h",
        N_("Hint"),
        N_("Ask which column to play, and why"),
        "hint",
        bar=True,
    ),
    Action(
        "game.scores",
        "s",
        N_("Scores"),
        N_("Show or hide what each column leads to with best play"),
        "scores",
    ),
    NOW,
    Action("game.new", "n", N_("New"), N_("Start a new game"), "new_game", bar=True),
    Action("game.resign", "g", N_("Give up"), N_("Give up the game"), "resign", bar=True),
    Action("game.swap", "x", N_("Swap sides"), N_("Exchange the sides of the players"), "swap"),
    Action(
        "game.weaker",
        "left_square_bracket",
        N_("Weaker"),
        N_("Put the computer one level down"),
        "level(-1)",
    ),
    Action(
        "game.stronger",
        "right_square_bracket",
        N_("Stronger"),
        N_("Put the computer one level up"),
        "level(1)",
    ),
    PAUSE,
    STEP,
    Action(
        "game.faster",
        "plus",
        N_("Faster"),
        N_("Less time between moves (computer against computer)"),
        "speed(-1)",
    ),
    Action(
        "game.slower",
        "minus",
        N_("Slower"),
        N_("More time between moves (computer against computer)"),
        "speed(1)",
    ),
    HELP,
    Action("game.back", "q", N_("Menu"), N_("Leave the game"), "back", bar=True, kept=True),
    PALETTE,
    REDRAW,
)

WATCHING = tuple(
    replace(
        action,
        bar=action.id
        in {"game.pause", "game.step", "game.faster", "game.slower", "game.undo", "game.new"}
        or action.kept,
    )
    for action in GAME
)
"""The same actions with a key bar for those who watch two computers."""

WAITING = (
    replace(NOW, bar=True),
    *(
        replace(action, bar=action.id in {"game.undo", "game.new"} or action.kept)
        for action in GAME
        if action is not NOW
    ),
)
"""The same actions with a key bar for who waits for a computer's move: what ends the wait is there in every window."""


def named_for_cells(actions: Sequence[Action]) -> Sequence[Action]:
    """Return the actions of a game, named for a cursor that chooses cells."""
    return [CELL_DROP if action is DROP else action for action in actions]


RESULTS = (
    Action(
        "results.rematch",
        "n",
        N_("Rematch"),
        N_("Play again; the other player starts"),
        "choose('rematch')",
        bar=True,
    ),
    Action(
        "results.undo",
        "u",
        N_("Undo"),
        N_("Take back the last move and go on"),
        "choose('undo')",
        bar=True,
    ),
    Action(
        "results.previous",
        "left",
        N_("Earlier"),
        N_("See the position one move earlier"),
        "step(-1)",
        bar=True,
    ),
    Action(
        "results.next",
        "right",
        N_("Later"),
        N_("See the position one move later"),
        "step(1)",
        bar=True,
    ),
    Action(
        "results.first", "home", N_("Start"), N_("See the position at the start"), "step(-9999)"
    ),
    Action("results.last", "end", N_("End"), N_("See the final position"), "step(9999)"),
    Action(
        "results.scores",
        "s",
        N_("Scores"),
        N_("Show or hide what each column leads to with best play"),
        "scores",
    ),
    Action("results.copy", "c", N_("Copy"), N_("Copy the moves"), "choose('copy')"),
    HELP,
    Action(
        "results.menu",
        "q",
        N_("Menu"),
        N_("Back to the menu"),
        "choose('menu')",
        bar=True,
        kept=True,
    ),
    PALETTE,
    REDRAW,
)

MENU = (
    Action("menu.play", "p", N_("Play"), N_("Play a game as chosen"), "play"),
    Action(
        "menu.resume", "r", N_("Resume"), N_("Go on with the game that was left last"), "resume"
    ),
    Action(
        "menu.library",
        "l",
        N_("Saved games"),
        N_("List the saved games, to look at them or to go on"),
        "app.library",
    ),
    Action(
        "menu.statistics",
        "t",
        N_("Statistics"),
        N_("Show who has won how often against whom"),
        "app.statistics",
    ),
    HELP,
    Action("menu.quit", "q", N_("Quit"), N_("Leave the program"), "quit", bar=True, kept=True),
    PALETTE,
    REDRAW,
)

FIND = Action(
    "library.find",
    "slash",
    N_("Find"),
    N_("Show only the games with a name or a level"),
    "find",
    bar=True,
)
SHOW = Action(
    "library.show",
    "f",
    N_("Show"),
    N_("Show all games, the unfinished ones, or the finished ones"),
    "show",
    bar=True,
)
UNDELETE = Action(
    "library.undelete",
    "u",
    N_("Undelete"),
    N_("Bring the game back that was deleted last"),
    "undelete",
    bar=True,
)

LIBRARY = (
    Action("library.open", "", N_("Open"), N_("Look at the chosen game"), "open", bar=True),
    FIND,
    SHOW,
    Action("library.delete", "d", N_("Delete"), N_("Delete the chosen game"), "delete", bar=True),
    UNDELETE,
    HELP,
    Action(
        "library.back",
        "q,escape",
        N_("Back"),
        N_("Back to the screen before"),
        "back",
        bar=True,
        kept=True,
    ),
    PALETTE,
    REDRAW,
)

REPLAY = (
    Action(
        "replay.play",
        "p",
        N_("Play on"),
        N_("Go on with this game, or begin a new one with the moves that are shown"),
        "choose('play')",
        bar=True,
    ),
    Action(
        "replay.previous",
        "left",
        N_("Earlier"),
        N_("See the position one move earlier"),
        "step(-1)",
        bar=True,
    ),
    Action(
        "replay.next",
        "right",
        N_("Later"),
        N_("See the position one move later"),
        "step(1)",
        bar=True,
    ),
    Action("replay.first", "home", N_("Start"), N_("See the position at the start"), "step(-9999)"),
    Action("replay.last", "end", N_("End"), N_("See the final position"), "step(9999)"),
    Action(
        "replay.scores",
        "s",
        N_("Scores"),
        N_("Show or hide what each column leads to with best play"),
        "scores",
        bar=True,
    ),
    Action("replay.copy", "c", N_("Copy"), N_("Copy the moves"), "choose('copy')"),
    Action("replay.delete", "d", N_("Delete"), N_("Delete this game"), "choose('delete')"),
    HELP,
    Action(
        "replay.back",
        "q,escape",
        N_("Back"),
        N_("Back to the saved games"),
        "choose('back')",
        bar=True,
        kept=True,
    ),
    PALETTE,
    REDRAW,
)

PAGE = (
    HELP,
    Action(
        "page.back",
        "q,escape",
        N_("Back"),
        N_("Back to the screen before"),
        "back",
        bar=True,
        kept=True,
    ),
    PALETTE,
    REDRAW,
)


def bindings(actions: Sequence[Action]) -> list[Binding]:
    """Textual's bindings for actions; their ids let the settings file give them other keys."""
    return [
        Binding(
            _either_case(action.keys), action.action, action.description, show=False, id=action.id
        )
        for action in actions
        if action.keys
    ]


def _either_case(keys: str) -> str:
    """Keys with the capital of every letter: Caps Lock changes nothing."""
    names = keys.split(",")
    return ",".join(
        [*names, *(name.upper() for name in names if len(name) == 1 and name.islower())]
    )


def key_name(keys: str) -> str:
    """How the first of some keys is written."""
    return _written(keys.split(",", maxsplit=1)[0].strip())


def key_names(keys: str) -> str:
    """How some keys are written, all of them."""
    return " ".join(_written(key.strip()) for key in keys.split(",") if key.strip())


def _written(key: str) -> str:
    """How one key is written: `?`, `Space`, `Ctrl+L`, `F1`."""
    if key in _KEY_NAMES:
        return _(_KEY_NAMES[key])
    if "+" in key:
        return "+".join(part.capitalize() for part in key.split("+"))
    return key.upper() if len(key) > 1 and key[1:].isdigit() else key


_KEYS_OF_WIDGETS = {
    "game.drop": ("board.drop", "space"),
    "library.open": ("list.activate", "enter"),
}
"""Actions whose keys are a widget's: its binding's id, and the key that the bar names."""


def keys_of(action: Action, keymap: Mapping[str, str]) -> str:
    """The keys of an action, by the settings or as built in."""
    widget, keys = _KEYS_OF_WIDGETS.get(action.id, (action.id, action.keys))
    return keymap.get(widget, keys)


def named(action: Action, keymap: Mapping[str, str]) -> str:
    """Return how a sentence names an action: by its key, or as the palette does if it has none."""
    return key_name(keys_of(action, keymap)) or _(action.label)


def textual_keymap(keymap: Mapping[str, str]) -> dict[str, str]:
    """Return a key map as Textual takes it: it has no actions without keys, so those get one that nobody has."""
    return {action: keys if keys.strip() else f"<{action}>" for action, keys in keymap.items()}


def given_keys(keymap: Mapping[str, str]) -> frozenset[str]:
    """Return the keys that the settings give to actions."""
    return frozenset(key.strip() for keys in keymap.values() for key in keys.split(","))


def key_hints(actions: Sequence[Action], keymap: Mapping[str, str]) -> list[KeyHint]:
    """What the key bar shows of actions."""
    return [
        KeyHint(key_name(keys_of(action, keymap)), _(action.label), action.action, action.kept)
        for action in actions
        if action.bar
    ]
