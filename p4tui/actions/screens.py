"""`SCREENS`: the registry of screens. Bindings, key bars, help, palette, manual and the check of keys derive from it."""

from __future__ import annotations

from dataclasses import dataclass

from p4tui.actions import lists, widgets
from p4tui.actions.action import Action
from p4tui.actions.everywhere import SYSTEM
from p4tui.actions.explorer import EXPLORER
from p4tui.actions.game import GAME
from p4tui.actions.learn import LESSON
from p4tui.actions.linked import LINKED, LINKED_RESULTS
from p4tui.actions.puzzle import PUZZLE
from p4tui.actions.stepped import REPLAY, RESULTS, REVIEW
from p4tui.actions.tournament import TOURNAMENT
from p4tui.i18n import N_


@dataclass(frozen=True, slots=True)
class ScreenEntry:
    """A screen of the app.

    Attributes:
        id: its name in the registry.
        path: its class below `p4tui.tui`, imported when the screen is opened.
        heading: the title of its keys in help, to be translated; empty if help leaves them out.
        actions: its actions; key bar and palette list them.
        widgets: the actions of its widgets.
    """

    id: str
    path: str
    heading: str
    actions: tuple[Action, ...]
    widgets: tuple[Action, ...]

    @property
    def listeners(self) -> tuple[Action, ...]:
        """All actions with keys on the screen."""
        return (*SYSTEM, *self.actions, *self.widgets)


_ENTRIES = (
    ScreenEntry(
        "game",
        "game.screen.GameScreen",
        N_("On the board"),
        GAME,
        (*widgets.BOARD, *widgets.DIGITS),
    ),
    ScreenEntry(
        "results",
        "screens.results.ResultsScreen",
        N_("After a game"),
        RESULTS,
        widgets.CHOICES_BESIDE_BOARD,
    ),
    ScreenEntry(
        "menu",
        "screens.menu.MenuScreen",
        N_("In the menu"),
        lists.MENU,
        (*widgets.CHOICES, *widgets.PARTS),
    ),
    ScreenEntry(
        "library",
        "screens.library.LibraryScreen",
        N_("In the list of saved games"),
        lists.LIBRARY,
        widgets.GAMES,
    ),
    ScreenEntry(
        "replay",
        "screens.replay.ReplayScreen",
        N_("In a saved game"),
        REPLAY,
        widgets.CHOICES_BESIDE_BOARD,
    ),
    ScreenEntry(
        "lesson",
        "screens.lesson.LessonScreen",
        N_("In a lesson"),
        LESSON,
        (*widgets.BOARD, *widgets.DIGITS),
    ),
    ScreenEntry("learn", "screens.learn.LearnScreen", "", lists.PAGE, widgets.CHOICES),
    ScreenEntry(
        "explorer",
        "screens.explorer.ExplorerScreen",
        N_("In the explorer"),
        EXPLORER,
        (*widgets.BOARD, *widgets.DIGITS),
    ),
    ScreenEntry("puzzles", "screens.puzzles.PuzzlesScreen", "", lists.PAGE, widgets.CHOICES),
    ScreenEntry(
        "puzzle",
        "screens.puzzle.PuzzleScreen",
        N_("In a puzzle"),
        PUZZLE,
        (*widgets.BOARD, *widgets.DIGITS),
    ),
    ScreenEntry("review", "screens.review.ReviewScreen", N_("In a review"), REVIEW, widgets.DIGITS),
    ScreenEntry(
        "linked",
        "game.linked_screen.LinkedScreen",
        "",
        LINKED,
        (*widgets.BOARD, *widgets.DIGITS),
    ),
    ScreenEntry(
        "linked_results",
        "screens.linked_results.LinkedResultsScreen",
        "",
        LINKED_RESULTS,
        widgets.CHOICES_BESIDE_BOARD,
    ),
    ScreenEntry("talk", "screens.talk.TalkScreen", "", lists.PAGE, widgets.TEXT),
    ScreenEntry(
        "together",
        "screens.together.TogetherScreen",
        N_("In the list of open games"),
        lists.TOGETHER_LIST,
        widgets.CHOICES,
    ),
    ScreenEntry("settings", "screens.settings.SettingsScreen", "", lists.PAGE, widgets.CHOICES),
    ScreenEntry("statistics", "screens.statistics.StatisticsScreen", "", lists.PAGE, widgets.TEXT),
    ScreenEntry(
        "output", "screens.program_output.ProgramOutputScreen", "", lists.PAGE, widgets.TEXT
    ),
    ScreenEntry(
        "tournament",
        "screens.tournament.TournamentScreen",
        N_("In a tournament"),
        TOURNAMENT,
        widgets.TEXT,
    ),
    ScreenEntry("help", "screens.help.HelpScreen", "", lists.MANUAL, widgets.TEXT),
    ScreenEntry("palette", "screens.palette.PaletteScreen", "", (*lists.DIALOG, *lists.SEARCH), ()),
    ScreenEntry(
        "confirm",
        "screens.dialogs.ConfirmScreen",
        "",
        (*lists.DIALOG, *lists.CONFIRM),
        widgets.ANSWERS,
    ),
    ScreenEntry(
        "loss", "screens.dialogs.LossScreen", "", (*lists.DIALOG, *lists.LOSS), widgets.ANSWERS
    ),
    ScreenEntry(
        "notice",
        "screens.dialogs.NoticeScreen",
        "",
        (*lists.DIALOG, *lists.NOTICE),
        (widgets.ACTIVATE,),
    ),
    ScreenEntry("text", "screens.dialogs.TextScreen", "", lists.DIALOG, ()),
)
SCREENS = {entry.id: entry for entry in _ENTRIES}
"""Every screen by its id, in the order of help."""
