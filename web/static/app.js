// The page's way in: which screen the address asks for.
//
//   #/                   the lobby
//   #/play/GAME          take an open seat, or come back to one's own
//   #/play/GAME/SEAT     the same, with the seat named
//   #/watch/GAME         look on

import { byId, show } from "./dom.js";
import * as lobby from "./lobby.js";
import * as table from "./table.js";

function route() {
  const [, screen, game, seat] = location.hash.split("/");
  lobby.close();
  table.close();
  if (game && (screen === "play" || screen === "watch")) {
    show("table");
    table.open({ game, watch: screen === "watch", seat: seat ? Number(seat) : undefined });
  } else {
    show("lobby");
    byId("connection").textContent = "";
    document.title = "gamed";
    lobby.open();
  }
}

addEventListener("hashchange", route);
route();
