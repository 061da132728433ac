"""The deletion of a saved game after a question, in the library and in the replay."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from p4tui.actions.action import named
from p4tui.actions.lists import UNDELETE
from p4tui.i18n import _, ngettext
from p4tui.storage.errors import NoSuchGameError, StorageError
from p4tui.storage.games import GameRepository
from p4tui.tui.screens.base import P4Screen
from p4tui.words.errors import storage_sentence
from p4tui.words.saved import GAME_PROBLEMS, problem_sentence


def confirm_deletion(
    screen: P4Screen[Any],
    number: int,
    deleted: Callable[[int], None],
    refused: Callable[[str, bool], None],
) -> None:
    """Ask whether to delete a game, and delete it.

    Args:
        screen: the screen that asks; nothing happens once it is closed.
        number: the number of the game.
        deleted: called with the number after the deletion.
        refused: called with the reason if the game cannot be deleted, and whether it no longer exists.
    """
    from p4tui.tui.screens.dialogs import ConfirmScreen

    services = screen.services
    if number == services.navigation.game_number:
        refused(_("Game {number} is open here; it cannot be deleted").format(number=number), False)
        return

    async def delete() -> None:
        try:
            await screen.ask_games(lambda games: games.delete(number))
        except GAME_PROBLEMS as error:
            refused(problem_sentence(error), isinstance(error, NoSuchGameError))
        else:
            deleted(number)

    def answer(yes: object) -> None:
        if yes:
            screen.run_worker(delete(), group="delete")

    key = named(UNDELETE, services.preferences.settings.keymap)
    question = ConfirmScreen(
        _("Delete game {number}?").format(number=number),
        _("{key} restores it, until the next deletion.").format(key=key),
        yes=_("Delete"),
        no=_("Keep"),
    )
    screen.app.push_screen(question, answer)


def deleted_sentence(screen: P4Screen[Any], number: int) -> str:
    """Return the sentence that a game is deleted and can be restored."""
    key = named(UNDELETE, screen.services.preferences.settings.keymap)
    return _("Game {number} was deleted; {key} restores it").format(number=number, key=key)


async def restore_deleted(screen: P4Screen[Any]) -> tuple[int | None, str]:
    """Restore the games deleted last; return the number of one of them, or None, and what to say."""
    try:
        numbers = await screen.ask_games(GameRepository.undelete)
    except StorageError as error:
        return None, storage_sentence(error)
    if not numbers:
        return None, _("There is no deleted game to restore")
    sentence = ngettext("Game {number} was restored", "{count} games were restored", len(numbers))
    return numbers[-1], sentence.format(number=numbers[0], count=len(numbers))
