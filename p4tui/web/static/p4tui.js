"use strict";

// textual.js makes the terminal and its socket when the page is loaded. This script tells it where the socket is, and tells the
// reader why it has closed.
addEventListener("DOMContentLoaded", () => {
  const farewells = JSON.parse(document.getElementById("farewells").textContent);
  const again = document.getElementById("again");
  const terminal = document.getElementById("terminal");
  let connecting = false;
  let parted = false;

  function part(reason) {
    if (parted) return;
    parted = true;
    document.getElementById("waiting").hidden = true;
    document.getElementById("reason").textContent = farewells[reason] || farewells.lost;
    document.getElementById("farewell").hidden = false;
    again.focus();
  }

  terminal.dataset.sessionWebsocketUrl = location.origin.replace(/^http/, "ws") + "/terminal";
  again.addEventListener("click", () => location.reload());
  // The page is left: its socket closes, and nobody wants to know.
  addEventListener("pagehide", () => { parted = true; });
  // A page that comes back from the browser's memory has no socket any more.
  addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });
  // Without the drawing functions that it needs, the terminal fails before it has a socket.
  addEventListener("error", () => {
    if (!connecting) part("undrawable");
  });
  window.WebSocket = class extends WebSocket {
    constructor(url) {
      super(url);
      connecting = true;
      this.addEventListener("close", (event) => part(event.code));
    }

    // textual.js sends the focus also before the socket is open, which is an error.
    send(data) {
      if (this.readyState === WebSocket.OPEN) super.send(data);
    }
  };
  addEventListener("load", () => {
    const keyboard = document.querySelector(".xterm-helper-textarea");
    if (keyboard) keyboard.focus();
  });
});
