// What the server sends, written by `make types` from src/boxcars/server/page/sent.py: change it there.

export type Action = Record<string, unknown>;
export type Diff = Partial<View>;
export type OptionValue = boolean | number | string;
export type Status = "open" | "playing" | "over" | "abandoned";
export type Target = string;
export type Words = Record<string, string[]>;

export interface ChoiceOffered {
  key: string;
  name: string;
}

export interface GameOffered {
  key: string;
  name: string;
  maps: MapOffered[];
  options: OptionOffered[];
  rules: string;
}

/** What can be played. */
export interface Games {
  games: GameOffered[];
  bots: string[];
  languages: string[];
}

/** A table of the lobby. */
export interface Listed {
  table: string;
  status: Status;
  game: ListedGame;
  seats: ListedSeat[];
  pace: ListedPace;
  created: number;
  changed: number;
}

export interface ListedGame {
  key: string;
  name: string;
  map: string;
  players: number;
  options: Record<string, OptionValue>;
}

export interface ListedPace {
  kind: "none" | "live" | "turns";
  turn: number;
  reserve: number;
}

export interface ListedSeat {
  name: string;
  kind: "open" | "person" | "bot";
  level: string;
}

export interface MapOffered {
  key: string;
  name: string;
  players: number[];
}

/** `maps`: those it is for; all if empty. */
export interface OptionOffered {
  key: string;
  kind: "switch" | "number" | "choice";
  default: OptionValue;
  name: string;
  help: string;
  low: number;
  high: number;
  choices: ChoiceOffered[];
  maps: string[];
}

/** What is played. `chosen`: the options that are not as usual, in words. */
export interface GamePart {
  key: string;
  name: string;
  map: string;
  map_name: string;
  options: Record<string, OptionValue>;
  chosen: string[];
  players: number;
  commitment: string;
  origin: string;
}

/** Seconds left of this turn and of the reserve. */
export interface Clock {
  left: number;
  reserve: number;
  running: boolean;
}

export interface Stat {
  label: string;
  value: string;
}

/** What the page shows of a seat beside its name and clock. */
export interface Card {
  role: string | null;
  stats: Stat[];
  state: "" | "passed" | "gone";
}

/** `handed`: why a bot plays a person's seat. */
export interface Seat {
  seat: number;
  name: string;
  colour: string;
  kind: "open" | "person" | "bot";
  level: string;
  handed: "" | "owner" | "vote" | "clock" | "resigned";
  host: boolean;
  here: boolean;
  clock: Clock | null;
  card: Card | null;
  score: number | null;
}

/** A phase of the turn. */
export interface Station {
  name: string;
  state: "done" | "now" | "next";
}

/** A box of the side rail. `words` says the same as the picture. */
export interface Panel {
  key: string;
  title: string;
  width: number;
  height: number;
  svg: string;
  words: string[];
}

/**
 * An action that may be taken: its sentence, a few more words (price, who earns), and the targets to click in order.
 */
export interface Legal {
  i: number;
  text: string;
  more: string;
  path: Target[];
  action: Action;
}

/** An entry of a form; `name` is the place of its value inside the action, dotted where it is nested. */
export interface Field {
  name: string;
  kind: "number" | "choice" | "several";
  label: string;
  low: number;
  high: number;
  options: [number | string, string][];
}

/** How to compose an action of an open verb: `base` is all of it that the fields do not fill. */
export interface Form {
  verb: string;
  title: string;
  base: Action;
  fields: Field[];
}

/** A line of the log; `undone`: it was taken back later. */
export interface Line {
  n: number;
  ply: number;
  seat: number;
  text: string;
  at: number;
  kind: "event" | "note" | "undo";
  undone: boolean;
}

/** A question to the table. */
export interface Vote {
  id: number;
  kind: "undo" | "handover" | "abandon";
  by: number;
  seat: number;
  to: number;
  voters: number[];
  yes: number[];
}

/** `to`: the plies one may go back to at once. `last`: before one's own last move, for asking the others. */
export interface Undo {
  on: boolean;
  to: number[];
  last: number | null;
  requests: Vote[];
}

export interface ScoreLine {
  label: string;
  values: number[];
}

/** `total`: which line is the total (-1: none); those behind it break ties. */
export interface Outcome {
  scores: number[];
  ranks: number[];
  lines: ScoreLine[];
  total: number;
  grade: string | null;
  played_by_bots: number[];
  seed: string;
}

/** A line of chat; `seat` -1 is a spectator. */
export interface Remark {
  id: number;
  seat: number;
  name: string;
  text: string;
  at: number;
}

/** `away`: after so many seconds without a sign of its owner the others may hand a seat to a bot. */
export interface Pace {
  kind: "none" | "live" | "turns";
  turn: number;
  reserve: number;
  away: number;
}

/** The table as one seat (`you`; null: a spectator) sees it. docs/api.md explains every part. */
export interface View {
  table: string;
  seq: number;
  mark: number;
  ply: number;
  status: Status;
  you: number | null;
  host: boolean;
  lang: string;
  game: GamePart;
  watching: number;
  outcome: Outcome | null;
  chat: Remark[];
  votes: Vote[];
  pace: Pace;
  listed: boolean;
  hot_seat: boolean;
  now: number;
  actor: number;
  turn: string | null;
  stations: Station[];
  prompt: string;
  note: string | null;
  coming: string[];
  size: [number, number];
  ground: string | null;
  pieces: string;
  touched: Target[];
  riders: string;
  panels: Panel[];
  describe: string[];
  legal: Legal[];
  names: Record<Target, string>;
  forms: Form[];
  seats: Seat[];
  log: Line[];
  undo: Undo;
  last_ply?: number;
}

/**
 * What comes over the live line: a whole view, or what changed since the view whose `seq` is `base`. `log`: lines to
 * be appended; `panels`: all panels, those that have not changed by their keys.
 */
export interface Message {
  view?: View;
  diff?: Diff;
  base?: number;
  log?: Line[];
  panels?: (Panel | string)[];
  ping?: number;
  error?: Reason;
  gone?: boolean;
}

/** A refusal: a stable code, the clause of the rules if it is the rules that refuse, and a sentence. */
export interface Reason {
  code: string;
  clause: string;
  text: string;
}

/** `view`: the current one, if the request was made in an old one. */
export interface No {
  reason: Reason;
  view?: View;
}

/** A new table. `tokens`: by seat, null where the seat is not the maker's. */
export interface Made {
  table: string;
  tokens: (string | null)[];
  host: string;
  links: (string | null)[];
  join: string;
}

export interface Seated {
  seat: number;
  token: string;
  link: string;
}

/** Where the table stands after the request. */
export interface Done {
  ply: number;
  seq: number;
  mark: number;
  again: boolean;
}

/** An action a bot thought of. `value`: its seat's expectation, 0 to 1. */
export interface Candidate {
  action: Action;
  text: string;
  value: number;
  visits: number;
  why: string;
}

/** What an action would change, and whether it could not be taken back at once. */
export interface Ghost {
  svg: string;
  final: boolean;
}

/**
 * The score of every seat after each action. `unknown`: plies whose score cannot be told any more (it stands as
 * before).
 */
export interface Scores {
  scores: number[][];
  unknown: number[];
}

export interface RulesText {
  game: string;
  name: string;
  html: string;
  lang: string;
}
