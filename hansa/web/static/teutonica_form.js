// A position of Hansa Teutonica changed by hand: a brush and clicks on the map, fields for desks.

import { html } from "./html.js";
import { t } from "./language.js";
import { pieceInWords } from "./teutonica_words.js";
import { COLOURS, letter } from "./words.js";

export const TRACKS = {
  keys: t("Keys"),
  actions: t("Actions"),
  privilege: t("Privilege"),
  book: t("Book"),
  bank: t("Bank"),
};
export const KINDS = { t: t("trader"), m: t("merchant") };
const MISSION_SIZE = 3;

/** @param {string} name */
export const tileWords = (name) => TILES[name] ?? name;
/** @type {Record<string, string>} */
const TILES = {
  "displace-anywhere": t("displaced anywhere"),
  "extra-action": t("extra action"),
  income: t("income"),
  "extra-displaced": t("extra piece when displaced"),
  "double-cities": t("double cities"),
  "master-abilities": t("master abilities"),
};

export const missionWords = (board, number) =>
  (board.missions[number] ?? [])
    .slice(0, MISSION_SIZE)
    .map((code) => board.cities[code]?.name ?? code)
    .join(", ");
const MODULES = { missions: t("missions"), favours: t("favours") };
const WHERE = { unused: t("unused markers"), used: t("used markers") };
const pieceWords = pieceInWords;

export class TeutonicaForm {
  /** @param {import("./editor.js").Editor} editor */
  constructor(editor) {
    this.editor = editor;
    /** @type {{ kind: string, piece?: string, marker?: string }} */
    this.brush = { kind: "piece", piece: "0t" };
  }

  nodes(state, board) {
    const left = Object.keys(board.markers).filter((marker) => state.supply[marker]);
    return html`
      <p class="soft">${t(
        "Choose what to put, then click houses, cities, special spaces or, for markers, " +
          "routes. Pieces come from and go to their owner's stock.",
      )}</p>
      ${this.brushes(state, board, left)} ${this.turn(state)} ${this.modules(state, board)}
      ${
        state.modules.includes("favours") &&
        html`<div class="row">${board.tiles.map((tile) => this.tile(state, tile))}</div>`
      }
      ${state.desks.map((desk, seat) => this.desk(state, board, desk, seat, left))}`;
  }

  brushes(state, board, left) {
    const owners = state.desks.map((_, seat) => String(seat));
    const pieces = owners.flatMap((owner) => [`${owner}t`, `${owner}m`]);
    if (state.players === 2) pieces.push("nt");
    const piece = (piece) =>
      this.brushButton(
        { kind: "piece", piece },
        html`<i class=${`pip ${piece[1]}`}></i>${letter(piece[0])}`,
        pieceWords(piece),
      );
    const marker = (marker) =>
      this.brushButton({ kind: "marker", marker }, board.markers[marker], t("marker"));
    return [
      html`<div class="row">
        ${pieces.map(piece)}${this.brushButton({ kind: "erase" }, t("take away"), "")}
      </div>`,
      html`<div class="row">${left.map(marker)}</div>`,
    ];
  }

  brushButton(brush, inside, title) {
    const choose = () => {
      this.brush = brush;
      this.editor.again();
    };
    const pressed = JSON.stringify(brush) === JSON.stringify(this.brush);
    const owner = brush.piece ? ` owner-${brush.piece[0]}` : "";
    return html`<button type="button" class=${`brush${owner}`} title=${title}
      aria-pressed=${String(pressed)} data-brush=${brush.piece ?? brush.marker ?? "erase"}
      onClick=${choose}>${inside}</button>`;
  }

  turn(state) {
    const { editor } = this;
    const turn = (seat) =>
      editor.change({ what: "turn", seat: Number(seat), actions: state.actions || 2 });
    return html`<div class="row">
      ${editor.select(t("turn of"), state.desks.keys(), state.turn, turn, t("whose turn"), (seat) => COLOURS[seat])}
      ${editor.number(t("actions"), state.actions, 200, (actions) =>
        editor.change({ what: "turn", seat: state.turn, actions }),
      )}
      ${editor.number(t("turns so far"), state.turns, 9999, (to) => editor.change({ what: "turns", to }))}
      ${editor.number(t("markers to draw"), state.pending.unseen, 60, (to) =>
        editor.change({ what: "pending", to }),
      )}
    </div>`;
  }

  modules(state, board) {
    const { editor } = this;
    return html`<div class="row">
      ${Object.entries(MODULES).map(([name, words]) =>
        editor.check(words, state.modules.includes(name), () =>
          editor.change({ what: "module", name }),
        ),
      )}
      ${
        state.begun !== undefined &&
        editor.check(t("the turn has begun"), state.begun, (to) =>
          editor.change({ what: "begun", to }),
        )
      }
      ${board.permits.map((city) =>
        editor.check(
          t("permit of {city} spent", { city: board.cities[city].name }),
          state.permits_spent.includes(city),
          () => editor.change({ what: "permit", city }),
        ),
      )}
    </div>`;
  }

  desk(state, board, desk, seat, left) {
    const { editor } = this;
    const of = COLOURS[seat];
    return html`<fieldset class=${`owner-${seat}`}>
      <legend><span class="seat-mark">${letter(seat)}</span>
        ${" "}${t("stock {stock}, supply {supply}", {
          stock: desk.stock || "–",
          supply: desk.supply || "–",
        })}</legend>
      <div class="row">${Object.keys(TRACKS).map((track) => this.stepper(board, desk, seat, track))}</div>
      <div class="row">${this.hands(seat)}</div>
      <div class="row">
        ${editor.number(
          t("prestige"),
          desk.prestige,
          200,
          (to) => editor.change({ what: "prestige", seat, to }),
          t("prestige of {player}", { player: of }),
        )}
        ${editor.check(
          t("connection"),
          state.connected.includes(seat),
          () => editor.change({ what: "connected", seat }),
          t("connection of {player}", { player: of }),
        )}
        ${desk.mission !== null && this.mission(board, desk, seat)}
      </div>
      ${["unused", "used"].map((where) => this.markers(board, desk, seat, where, left))}
    </fieldset>`;
  }

  stepper(board, desk, seat, track) {
    const step = (words, by, way) => html`<button type="button"
      aria-label=${`${TRACKS[track]}, ${COLOURS[seat]}: ${way}`}
      onClick=${() => this.editor.change({ what: "track", seat, track, by })}>${words}</button>`;
    return html`<span class="stepper">${TRACKS[track]} ${step("−", -1, t("back"))}
      ${" "}${board.tracks[track][desk[track]]} ${step("+", 1, t("forward"))}</span>`;
  }

  hands(seat) {
    const button = (kind, to) => html`<button type="button"
      onClick=${() => this.editor.change({ what: "hand", seat, kind, to })}>
      ${
        to === "supply"
          ? t("{piece} to supply", { piece: KINDS[kind] })
          : t("{piece} to stock", { piece: KINDS[kind] })
      }</button>`;
    return Object.keys(KINDS).flatMap((kind) => [button(kind, "supply"), button(kind, "stock")]);
  }

  mission(board, desk, seat) {
    const cards = [...board.missions.keys(), ...(desk.mission === "?" ? ["?"] : [])];
    return this.editor.select(
      t("mission"),
      cards,
      desk.mission,
      (card) => this.editor.change({ what: "mission", seat, to: Number(card) }),
      t("mission of {player}", { player: COLOURS[seat] }),
      (card) => (card === "?" ? t("unknown") : missionWords(board, card)),
    );
  }

  tile(state, tile) {
    const owner = state.desks.findIndex((desk) => desk.favours.includes(tile));
    const free = state.favours_open.includes(tile) ? "open" : "out";
    const change = (to) =>
      this.editor.change({
        what: "favour",
        tile,
        to: to === "open" || to === "out" ? to : Number(to),
      });
    return this.editor.select(
      tileWords(tile),
      ["open", "out", ...state.desks.keys()],
      owner >= 0 ? owner : free,
      change,
      t("favour: {name}", { name: tileWords(tile) }),
      (value) => ({ open: t("lies open"), out: t("out of the game") })[value] ?? COLOURS[value],
    );
  }

  markers(board, desk, seat, where, left) {
    const used = where === "used";
    const of = COLOURS[seat];
    const change = (what) => this.editor.change({ what: "own-marker", seat, used, ...what });
    const chip = (marker) => html`<button type="button" class="chip marker-chip"
      title=${t("{where} of {player}: back to the supply", { where: WHERE[where], player: of })}
      onClick=${() => change({ remove: marker })}>
      ${board.markers[marker]} ×</button>`;
    return html`<div class="row"><small>${WHERE[where]}</small>${desk[where].map(chip)}
      ${this.editor.select(
        "",
        ["", ...left],
        "",
        (marker) => marker && change({ add: marker }),
        t("add to the {where} of {player}", { where: WHERE[where], player: of }),
        (marker) => (marker ? board.markers[marker] : t("add …")),
      )}
    </div>`;
  }

  // --- the map ---------------------------------------------------------------------------------

  // What may be clicked with this brush, with labels.
  targets(position, view) {
    const { board } = view;
    const { brush } = this;
    const route = (slot) => {
      const [name, ship] = slot.split("/");
      const ends = name.split("-").map((code) => board.cities[code]?.name ?? code);
      return ends.join("-") + (ship ? ` (${t("ship")})` : "");
    };
    /** @type {[string, string][]} */
    const found = [];
    if (brush.kind === "marker") {
      for (const name of Object.keys(board.routes)) {
        found.push([`route ${name}`, t("marker on {route}", { route: route(name) })]);
      }
      return new Map(found);
    }
    const erases = brush.kind === "erase";
    const what = brush.piece ? pieceWords(brush.piece) : "";
    if (erases) {
      for (const { slot, piece } of view.pieces) {
        if (!board.slots[slot]) continue;
        found.push([
          `piece ${piece} ${slot}`,
          t("take {piece} from {route}", { piece: pieceWords(piece), route: route(slot) }),
        ]);
      }
      for (const [name, facts] of Object.entries(position.state.routes)) {
        if (!facts.marker) continue;
        found.push([`route ${name}`, t("take the marker from {route}", { route: route(name) })]);
      }
    } else {
      for (const slot of Object.keys(board.slots)) {
        found.push([
          `free ${slot}`,
          t("put {piece} on {route}", { piece: what, route: route(slot) }),
        ]);
      }
    }
    for (const [code, { name }] of Object.entries(board.cities)) {
      const label = erases
        ? t("take the last office of {city}", { city: name })
        : t("put {piece} into {city}", { piece: what, city: name });
      found.push([`city ${code}`, label]);
    }
    for (const points of Object.keys(board.spaces)) {
      found.push([`special ${points}`, t("special space {points}", { points })]);
    }
    return new Map(found);
  }

  touch(target) {
    const [what, ...words] = target.split(" ");
    const { brush, editor } = this;
    const add = brush.kind === "piece" ? { add: brush.piece } : {};
    if (what === "free") editor.change({ what: "house", slot: words[0], ...add });
    else if (what === "piece") editor.change({ what: "house", slot: words[1], remove: words[0] });
    else if (what === "city") editor.change({ what: "city", city: words[0], ...add });
    else if (what === "special") editor.change({ what: "special", points: words[0], ...add });
    else if (what === "route") {
      const marker = brush.kind === "marker" ? { add: brush.marker } : {};
      editor.change({ what: "marker", route: words[0], ...marker });
    }
  }
}
