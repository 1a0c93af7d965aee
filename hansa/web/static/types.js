// What goes over the wire, for the type checker and for readers (hansa/web/connection.py makes it).

/**
 * @typedef {[number, number]} Point
 * @typedef {{ move: string, words: string, targets: string[] }} Choice
 * @typedef {{ mover: number | "*", move: string, words: string, ply: number }} Entry
 * @typedef {[slot: string, piece: string, at: Point | null]} Piece
 * @typedef {Record<string, number>} Points
 *
 * @typedef {object} Position
 * @property {any} state as MOVES.md, section 5, describes it
 * @property {string} below what is drawn below the pieces, as SVG
 * @property {Piece[]} pieces
 * @property {string} above what is drawn above them
 * @property {Points[]} scores
 * @property {Choice[]} moves only for the player who decides
 * @property {Record<string, string>} labels of the targets of these moves
 * @property {string} prompt
 *
 * @typedef {{ spec: string, person: boolean, name: string, here: boolean, stand_in: string }} Seat
 * @typedef {{ present: number[], watching: number }} Present the seats of people who are there
 * @typedef {{ seconds: number, increment: number, running: number | null,
 *   left: (number | null)[] }} Clock in seconds; by seat
 *
 * @typedef {object} Table
 * @property {string} game
 * @property {string} board
 * @property {string[]} modules
 * @property {string | null} edition
 * @property {Seat[]} seats
 * @property {number[]} yours the seats that are played from this browser
 * @property {number | null} asks who must say first that they sit here now
 * @property {number} ply
 * @property {"human" | "bot" | "*" | null} waits_for
 * @property {{ start: number, entries: Entry[] }} log
 * @property {Present} people
 * @property {Clock | null} clock
 * @property {number} [heard] when it came, as `performance.now()` says it
 * @property {boolean} can_undo
 * @property {boolean} recorded whether it is played at a real table, and written down here
 * @property {boolean} watched whether only bots play
 * @property {number | null} pace
 * @property {boolean} thinking
 * @property {string} fault
 * @property {Position} position
 *
 * @typedef {{ seat: number | null, key: string }} Link without a seat to look on
 *
 * @typedef {object} Way
 * @property {string} move
 * @property {string} words
 * @property {string[]} targets
 * @property {number[]} values
 * @property {Points[]} points
 *
 * @typedef {object} Judgement
 * @property {number} ply
 * @property {number} seat
 * @property {number} loss
 * @property {string} verdict
 * @property {string} why
 * @property {string[]} plan what the better move is good for
 * @property {Way} played
 * @property {Way} best
 *
 * @typedef {object} Line
 * @property {string} move
 * @property {string} words
 * @property {string[]} targets
 * @property {number[]} values
 * @property {number} visits
 * @property {(import("./tree.js").Told & { targets: string[] })[]} variation
 *
 * @typedef {object} Thought
 * @property {number[]} values
 * @property {Points[]} points
 * @property {Line[]} lines
 * @property {number} simulations
 * @property {number} seconds
 *
 * @typedef {object} Review
 * @property {number} players
 * @property {number} plies
 * @property {(Record<string, number> & { accuracy: number | null })[]} seats
 * @property {[number, number[]][]} values
 * @property {number[]} mistakes
 * @property {Judgement[]} decisions
 *
 * @typedef {object} Sketch of a board, for small pictures
 * @property {[number, number]} size
 * @property {Point[]} cities
 * @property {Point[][]} roads
 *
 * @typedef {object} Setting
 * @property {string} name
 * @property {string} type
 * @property {string} help
 * @property {any} default
 * @property {string[]} choices
 * @property {number | null} high
 *
 * @typedef {{ name: string, about: string, game: string | null, parameters: Setting[] }} Bot
 *
 * @typedef {object} BoardEntry
 * @property {string} name
 * @property {string} title
 * @property {string} game
 * @property {number[]} players
 * @property {string[]} editions
 * @property {string[]} modules
 *
 * @typedef {object} Known what the server says of itself and of this browser
 * @property {boolean} host
 * @property {string | null} game
 * @property {number | null} seat
 * @property {BoardEntry[]} boards
 * @property {Bot[]} bots
 * @property {string[]} levels of the AI in words, the weakest first
 *
 * @typedef {{ content: HTMLElement, wire: import("./wire.js").Wire, known: Known }} Page
 * @typedef {object} View
 * @property {() => void} [close]
 * @property {() => Promise<void>} [open] after the connection was lost
 * @property {(name: string, game: string | undefined, query: URLSearchParams) => boolean} [returns]
 *   whether an address that the reader has gone back to is one of this view, which is shown then
 */

export {};
