// What the server sends, written by `make types` from src/boxcars/server/page/schemas/table_view.py: change it there.

export type Action = Record<string, unknown>;
export type Target = string;
export type Words = Record<string, string[]>;
export type Diff = Partial<View>;
export type OptionValue = boolean | number | string;
export type Status = "open" | "playing" | "over" | "abandoned";

/** A decision: what was done, what was better (null: nothing), and the targets of both where something was. */
export interface ReviewedDecision {
  ply: number;
  seat: number;
  text: string;
  best: string | null;
  why: string;
  action: Action | null;
  done: Target[];
  path: Target[];
  forced: boolean;
  chance: number;
  better: number;
  loss: number;
  error: number;
  label: "" | "slip" | "mistake" | "blunder";
}

/** A player's mean loss per decision; `chapter`: in that part of the game (null: in all of it). */
export interface LossFigure {
  seat: number;
  chapter: string | null;
  decisions: number;
  loss: number;
}

/**
 * `done` of `total` pieces are found; `ahead`: games that are looked at before. Chances are by ply, then by seat.
 */
export interface AnalysisSent {
  state: "none" | "waiting" | "working" | "done";
  done: number;
  total: number;
  ahead: number;
  may: boolean;
  chances: number[][];
  rounds: number[];
  decisions: ReviewedDecision[];
  figures: LossFigure[];
}

export interface StatisticLine {
  label: string;
  values: number[];
  seat: number;
}

/** See `boxcars.view.statistics`. */
export interface StatisticSent {
  kind: "figures" | "course" | "list";
  title: string;
  heads: string[];
  lines: StatisticLine[];
}

/**
 * A position that was tried: its view (with what the seat to act may do), each action of the line in words, the
 * actions (a bot's included), the chances of every seat.
 */
export interface TriedPosition {
  view: Record<string, unknown>;
  texts: string[];
  seats: number[];
  line: Action[];
  chances: number[];
}

/** A shared position: of which table, after how many actions, what was tried from there, through whose eyes. */
export interface SharedPosition {
  table: string;
  ply: number;
  line: Action[];
  eyes: number | null;
}

/** The variations that a card keeps of a table. */
export interface KeptVariations {
  lines: Record<string, unknown>[];
}

/** An action a bot thought of. `value`: its seat's expectation, 0 to 1. */
export interface Candidate {
  action: Action;
  text: string;
  value: number;
  visits: number;
  why: string;
}

/** Where the table stands after the request. */
export interface Done {
  ply: number;
  seq: number;
  mark: number;
  again: boolean;
}

/** What an action would change, and whether it could not be taken back at once. */
export interface Ghost {
  svg: string;
  final: boolean;
}

/**
 * The rules for players. `ground`: where the pictures' board is. `words`: groups that mean the same to a search.
 * `clauses`: clause -> the part that explains it.
 */
export interface RulesGuide {
  game: string;
  name: string;
  lang: string;
  title: string;
  minute: string;
  html: string;
  sections: RulesPart[];
  boxes: RulesPart[];
  asked: RulesQuestion[];
  ground: string;
  words: string[][];
  clauses: Record<string, string>;
}

/**
 * A section of the rules for players, or a box in one (which has no title). `section`: the number of the section.
 */
export interface RulesPart {
  id: string;
  title: string;
  section: number;
}

/** Something people often ask, and the part of the text that answers it. */
export interface RulesQuestion {
  say: string;
  part: string;
}

export interface RulesText {
  game: string;
  name: string;
  html: string;
  lang: string;
}

/**
 * The score of every seat after each action. `unknown`: plies whose score cannot be told any more (it stands as
 * before).
 */
export interface Scores {
  scores: number[][];
  unknown: number[];
}

export interface SeatTaken {
  seat: number;
  token: string;
  link: string;
}

/** A new table. `tokens`: by seat, null where the seat is not the maker's. */
export interface TableCreated {
  table: string;
  tokens: (string | null)[];
  host: string;
  links: (string | null)[];
  join: string;
}

/**
 * Something the coach points at: to act on, or to look at. `css` finds it, or `shape` is its outline on the board.
 */
export interface CoachHighlight {
  kind: "act" | "look";
  css: string;
  name: string;
  shape: string;
}

/**
 * A question. `names`: everything that can be picked; `choices`: numbers to choose from; `all`: several are right.
 * `options`: the names are answers in words, which stand nowhere else.
 */
export interface LessonQuiz {
  all: boolean;
  options: boolean;
  names: Record<Target, string>;
  choices: number[];
}

/** `kind`: "" in the course, else the folder it stands in (maps, puzzles, more). */
export interface LessonOffered {
  id: string;
  kind: string;
  title: string;
  goal: string;
  minutes: number;
  stops: number;
  version: string;
}

export interface RuleLearnt {
  say: string;
  clause: string;
}

/** `clauses`: of a puzzle, what it was about. `next`: the next lesson or puzzle. */
export interface LessonResult {
  say: string;
  goal: string;
  punches: boolean[];
  seconds: number;
  remember: RuleLearnt[];
  clauses: string[];
  next: LessonOffered | null;
}

/**
 * Where the learner stands. `back`: the last checkpoint. `asked`: which of the legal actions are. `glow`: only these
 * targets are lit (null: all that is legal). `say`: what the beat says; `answer`: what is said to a try, or a hint,
 * while the question stands; `room`: the longest that may be answered; `ways`: names of what leads on from a try.
 * `hint`: seconds until it is offered (null: none). `tried`: the targets of the last try in vain.
 */
export interface LessonPart {
  id: string;
  title: string;
  puzzle: boolean;
  beat: string;
  back: string;
  version: string;
  stops: string[];
  at: number;
  mood: "others" | "say" | "ask" | "quiz" | "wrong" | "let" | "right" | "done";
  say: string;
  answer: string;
  room: string;
  ways: string[];
  point: CoachHighlight[];
  asked: number[];
  glow: Target[] | null;
  quiz: LessonQuiz | null;
  hint: number | null;
  tries: number;
  tried: Target[];
  next: boolean;
  finish: LessonResult | null;
}

/** A game and its lessons; `players`: from so many to so many. */
export interface GameLessons {
  key: string;
  name: string;
  map: string;
  players: number[];
  lessons: LessonOffered[];
}

/** What can be learnt. */
export interface Lessons {
  games: GameLessons[];
}

/** What can be done, with what it is good for; in so many `ways`. */
export interface CoachOption {
  say: string;
  ways: number;
}

/** `key`: by which a browser remembers that it was read. */
export interface CoachTip {
  key: string;
  say: string;
}

/** What one can do in the position `mark`; `clause`: where the rules speak of it ("": nowhere). */
export interface CoachExplanation {
  mark: number;
  verbs: CoachOption[];
  clause: string;
  tips: CoachTip[];
}

/** What a coach asks before an action. */
export interface CoachWarnings {
  say: string[];
}

/**
 * A moment of a finished game, by the number of actions before it. `clause`: the rule that was met in it, else "".
 */
export interface KeyMoment {
  kind: "fall" | "best" | "rule";
  ply: number;
  title: string;
  say: string;
  clause: string;
}

export interface ReferencePart {
  title: string;
  lines: RuleLearnt[];
}

/** A game's reference card. */
export interface ReferenceCard {
  key: string;
  name: string;
  parts: ReferencePart[];
}

export interface ChoiceOffered {
  key: string;
  name: string;
}

/** `live`: clocks for live games, fast, normal and relaxed: seconds for a turn, and extra for the whole game. */
export interface GameOffered {
  key: string;
  name: string;
  maps: MapOffered[];
  options: OptionOffered[];
  measured: Record<string, Measured>;
  live: [number, number][];
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

/** `reconstructed`: where the board is not the printed one, what is certain and what is not; "" otherwise. */
export interface MapOffered {
  key: string;
  name: string;
  players: number[];
  reconstructed: string;
}

/**
 * How strong a kind of bot is: points on the scale of ratings, and its games against another kind (shares in
 * percent).
 */
export interface Measured {
  points: number;
  against: string;
  games: number;
  won: number;
  fair: number;
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

/**
 * What a saved game holds, before it is opened: every move was replayed. `turn`: the seat to act; -1 if it is over.
 */
export interface SavedGame {
  game: string;
  game_name: string;
  map: string;
  map_name: string;
  ply: number;
  turn: number;
  seats: SavedSeat[];
}

export interface SavedSeat {
  name: string;
  level: string;
}

/**
 * `aim`: what it is pointed at, one for each click (none: it works at once); `drag`: it is drawn over many;
 * `picture`: a drawing's inside; `layer`: where its work is seen.
 */
export interface EditorTool {
  key: string;
  name: string;
  hint: string;
  picture: string;
  aim: string[];
  drag: boolean;
  layer: string;
}

export interface EditorToolGroup {
  name: string;
  tools: EditorTool[];
}

export interface EditorBoard {
  key: string;
  name: string;
}

/** A game whose maps can be drawn here. `boards`: those to begin from. */
export interface EditorGame {
  key: string;
  name: string;
  groups: EditorToolGroup[];
  layers: EditorBoard[];
  boards: EditorBoard[];
}

/** `picture`: the mark of an ink, a drawing's inside. */
export interface EditorChoice {
  key: string;
  name: string;
  picture: string;
}

/** A value of the draft: see `view/workshop.Field`. */
export interface EditorField {
  name: string;
  kind: "text" | "number" | "choice" | "ink" | "inks" | "switch";
  path: (string | number)[];
  value: unknown;
  part: string;
  low: number;
  high: number;
  step: number;
  none: number | null;
  choices: EditorChoice[];
}

export interface EditorSelection {
  target: string;
  title: string;
  kind: string;
  fields: EditorField[];
}

/** One change of a draft; its inverse swaps old and new, insert and remove. */
export interface EditorOperation {
  do: "set" | "insert" | "remove";
  path: (string | number)[];
  old: unknown;
  new: unknown;
}

/** `show`: what it speaks of on the sheet, if anything. */
export interface EditorCheck {
  good: boolean;
  text: string;
  show: string[];
}

/**
 * A draft drawn and checked. `doc`: when it was opened; `ops`: what the tool did; `text`: its file. `corrections`:
 * the correction file against the board that was named, "" if no value differs; `others`: how many differences such a
 * file cannot hold.
 */
export interface CheckedDraft {
  doc: Record<string, unknown> | null;
  ops: EditorOperation[];
  svg: string;
  width: number;
  height: number;
  step: number[];
  good: boolean;
  checks: EditorCheck[];
  held: EditorSelection | null;
  text: string;
  players: number[];
  corrections: string;
  others: number;
}

export interface KeptMap {
  map: string;
  game: string;
  name: string;
  players: number[];
  link: string;
}

/** A draft that is kept with one's card. `at`: when it was put there. */
export interface KeptDraft {
  id: string;
  game: string;
  name: string;
  at: number;
}

export interface KeptDraftText {
  draft: KeptDraft;
  text: string;
}

export interface TrialSeat {
  share: number;
  low: number;
  high: number;
}

/** `why`: what it rests on; `show`: what it speaks of on the sheet. */
export interface MapFinding {
  off: boolean;
  text: string;
  why: string;
  show: string[];
}

/** What bots found on a map. `state`: none asked for yet, being played, or done; `done` of `games`. */
export interface MapTrial {
  state: "none" | "playing" | "done" | "failed";
  done: number;
  games: number;
  players: number;
  fair: number;
  seats: TrialSeat[];
  leader: TrialSeat | null;
  length: number;
  margin: number;
  ties: number;
  findings: MapFinding[];
  use: Record<string, number>;
}

/**
 * A value that was tried: how far a seat is from its share at most, how often the leader at half-time wins, how many
 * decisions a game takes, how far the winner is ahead. `now`: the map has it; `best`: the fairest of those tried.
 */
export interface TriedValue {
  value: number;
  now: boolean;
  best: boolean;
  seats: number;
  leader: number;
  length: number;
  margin: number;
}

/** What other values of one number would do. `name`: what the number is called; `spread`: what may be luck. */
export interface MapTuning {
  state: "none" | "playing" | "done" | "failed";
  done: number;
  games: number;
  name: string;
  spread: number;
  settings: TriedValue[];
}

/**
 * A channel as its owner sees it. `label`: its target, masked; `device`: the label of the device that a push goes to;
 * `here`: it is this one. `last_at`, `last_code`: the newest delivery (200–299: it arrived, 0: no answer, -1: not
 * allowed). `retry_in`: seconds until the next try, if one failed; `tries`: how often it was tried.
 */
export interface NoticeChannel {
  id: string;
  kind: "push" | "mail" | "discord" | "slack" | "ntfy" | "web";
  label: string;
  device: string;
  here: boolean;
  state: "on" | "off" | "waiting" | "failed" | "bounced";
  last_at: number | null;
  last_code: number | null;
  tries: number;
  failures: number;
  retry_in: number | null;
}

/**
 * `quiet`: from and until when nothing is sent, as "22:00"; null: at any time. `chosen`: whether anything was chosen.
 */
export interface NoticePrefs {
  chosen: boolean;
  batch: "ten" | "each" | "hourly" | "daily";
  remind: "quarter" | "hour" | "never";
  quiet: [string, string] | null;
  zone: string;
  topics: ("invitations" | "tournaments" | "votes" | "chat" | "ended")[];
  paused: boolean;
}

/** A game over days that one plays. `turn`: seconds for a turn. */
export interface NoticeGame {
  table: string;
  game: string;
  game_name: string;
  map_name: string;
  others: string[];
  turn: number;
  muted: boolean;
}

/**
 * `push_key`: the key of this server's pushes, "" if it has none; `mail`: whether it sends e-mail; `room`: how many
 * more channels there can be; `guest`: these are the notices of a seat, not of a profile.
 */
export interface NoticesShown {
  channels: NoticeChannel[];
  prefs: NoticePrefs;
  games: NoticeGame[];
  push_key: string;
  mail: boolean;
  room: number;
  guest: boolean;
}

/**
 * How a test went. `code`: 200–299: it arrived; 0: no answer; -1: not allowed. `seconds`: how long that took.
 * `proof`: lets the address be added; "": it did not arrive. `key`: what messages to a web address are signed with.
 */
export interface NoticeTried {
  code: number;
  seconds: number;
  proof: string;
  key: string;
}

/** What the link of an e-mail asks. `address`: masked; `name`: who asked for it, `at`: when. */
export interface MailAsked {
  address: string;
  name: string;
  at: number;
}

/** The channel that the links of an e-mail are for. `on`: whether it is open. */
export interface MailStopped {
  on: boolean;
}

/** A turn that begins `since` (a Thursday at 14:00) may last `until`. */
export interface PaceExample {
  since: number;
  until: number;
}

/** A clock in sentences (`words`) and in a line (`brief`). `length`: how many seconds a game takes, about. */
export interface PaceWords {
  words: string;
  brief: string;
  length: number | null;
  example: PaceExample | null;
}

/** `on`: it has begun. */
export interface VacationShown {
  id: string;
  first: string;
  last: string;
  zone: string;
  on: boolean;
  begins: number;
  ends: number;
}

/** A running game over days. `stops`: whether a vacation stops one's clock there. */
export interface VacationGame {
  table: string;
  name: string;
  stops: boolean;
}

/** `left`: days that are left in `year`. */
export interface Vacations {
  left: number;
  year: number;
  planned: VacationShown[];
  games: VacationGame[];
}

/**
 * A rematch that seat `by` wants, as somebody sees it who sat there. `asked`: who is not in (yet). `stuck`: somebody
 * said no or the time is over; those who are in decide how it goes on.
 */
export interface RematchShown {
  by: number;
  yes: number[];
  asked: number[];
  until: number;
  you: "asked" | "yes" | "no";
  stuck: boolean;
}

/** A table at which it is one's turn. `name`: what is played there; `left`: seconds, if a clock runs. */
export interface DueTurn {
  table: string;
  name: string;
  left: number | null;
}

/**
 * What waits for somebody: their turns, those with least time left first; finished games whose rematch asks them;
 * `invitations` to games and `requests` to be friends.
 */
export interface Waiting {
  turns: DueTurn[];
  rematches: string[];
  invitations: number;
  requests: number;
}

/**
 * Somebody one knows. `seen`: days since their last visit; `away`: on vacation until then; `state`: whether one has
 * asked to be friends; `ahead`: in how many of `games` together one finished ahead; `last`: the game played together
 * last, and when.
 */
export interface PersonShown {
  card: string;
  name: string;
  herald: string;
  seen: number;
  away: number | null;
  state: "none" | "asked" | "friends";
  games: number;
  ahead: number;
  last: string;
  last_at: number;
}

/** Somebody without a profile one has played with. */
export interface GuestShown {
  name: string;
  last: string;
  last_at: number;
}

export interface GroupListed {
  id: string;
  name: string;
  members: number;
  running: number;
}

/** A pace of a proposal, in a line and in sentences. */
export interface PaceOffered {
  brief: string;
  words: string;
}

export interface ProposalSeat {
  name: string;
  herald: string;
}

/**
 * A game that is proposed. `mine`: by oneself. `you`: what one has said; `agreed`: who is in (those who declined are
 * not told); `waiting`: how many have not said yes; `table`: the game it became.
 */
export interface ProposalShown {
  id: string;
  mine: boolean;
  by: ProposalSeat;
  group: string;
  group_name: string;
  game: string;
  game_name: string;
  map: string;
  map_name: string;
  message: string;
  rated: boolean;
  paces: PaceOffered[];
  you: "asked" | "yes" | "no";
  agreed: ProposalSeat[];
  invited: number;
  waiting: number;
  state: "open" | "started" | "withdrawn" | "failed";
  decide_at: number;
  until: number;
  table: string;
}

/** Everybody one knows, and what waits for an answer. `asking`: who wants to be friends. */
export interface PeopleShown {
  friends: PersonShown[];
  played: PersonShown[];
  guests: GuestShown[];
  asking: PersonShown[];
  blocked: PersonShown[];
  groups: GroupListed[];
  proposals: ProposalShown[];
}

/** A link to give away. `link` "": there is none. `until`: when it ends; null: when it is taken back. */
export interface SecretLink {
  link: string;
  only_here: boolean;
  until: number | null;
}

/** Whose friend link it is. */
export interface LinkOwner {
  name: string;
  herald: string;
}

/** The group that a link opens. */
export interface LinkedGroup {
  id: string;
  name: string;
  members: number;
}

export interface GroupRemark {
  id: number;
  name: string;
  you: boolean;
  text: string;
  at: number;
}

/** One point for each player one finished ahead of, in the games of the group this year. */
export interface GroupStanding {
  card: string;
  name: string;
  herald: string;
  points: number;
  games: number;
  won: number;
}

export interface UsualGame {
  game: string;
  map: string;
  turn: number;
  title: string;
}

/**
 * A running game of a group. `names`: who plays, in order; `actor`: whose turn it is; `left`: seconds, if a clock
 * runs; `you`: one's seat, or -1.
 */
export interface GroupTable {
  table: string;
  game: string;
  map: string;
  name: string;
  names: string[];
  actor: number;
  left: number | null;
  you: number;
}

/** A group as its members see it. `tables`: its running games; `finished`: how many have ended. */
export interface GroupShown {
  id: string;
  name: string;
  owner: string;
  you: string;
  members: PersonShown[];
  tables: GroupTable[];
  finished: number;
  standings: GroupStanding[];
  chat: GroupRemark[];
  link: SecretLink;
  usual: UsualGame | null;
  proposals: ProposalShown[];
}

/** What one has noted at a table. `at`: when it was saved; null: nothing was noted. */
export interface SeatNotes {
  text: string;
  at: number | null;
}

/**
 * `places`: what can be chosen, `cities` among them. `now`: it is the seat's turn to build. `limit`, `cash`: of that
 * turn.
 */
export interface PencilPlan {
  places: Target[];
  cities: Target[];
  now: boolean;
  limit: number;
  cash: number;
  links: PlannedRoute[];
  tiles: number;
  total: string;
  means: string;
}

/**
 * `tiles`: hex, tile, rotation. `svg`: the route drawn in full, as dots and in pencil; `x`, `y`: a place for a plate.
 * `state`: "taken" where `why` has happened. `actions`: what lays it now, in order; none: that cannot be done.
 */
export interface PlannedRoute {
  start: string;
  goal: string;
  title: string;
  tiles: [string, string, number][];
  hexes: string[];
  faces: string[];
  cost: number;
  price: string;
  svg: string;
  x: number;
  y: number;
  state: "ok" | "taken";
  why: string;
  actions: Action[];
}

/** The cheapest first. `instead`: the cheapest that cannot be built this turn. */
export interface RoutesFound {
  title: string;
  note: string;
  routes: PlannedRoute[];
  instead: PlannedRoute | null;
}

/**
 * An event of one's own in a line. `place` of `entrants`: how one stands (0: not at all); `table`: where one plays.
 */
export interface TournamentListed {
  id: string;
  title: string;
  game_name: string;
  status: "open" | "playing" | "over";
  round: number;
  rounds: number;
  place: number;
  entrants: number;
  table: string;
  game: string;
  map: string;
  size: number;
  form: "robin" | "swiss";
  turn: number;
  live: boolean;
  starts_at: number | null;
}

/** `token`: the secret of this device; nobody can be told it a second time. */
export interface ProfileCreated {
  token: string;
  card: string;
}

/** `seen`: how many days ago it was last here. `push`: whether it gets turn notices. */
export interface ProfileDevice {
  number: number;
  label: string;
  seen: number;
  here: boolean;
  push: boolean;
}

/** `spread`: half of the interval that holds the strength with 95 %. `bots`: where the kinds of bot stand. */
export interface ProfileRating {
  game: string;
  name: string;
  value: number;
  spread: number;
  provisional: boolean;
  games: number;
  bots: Record<string, number>;
}

/**
 * A passkey. `device`: the number of the device that added it (0: taken away since, or not known); `label`: its name.
 */
export interface ProfilePasskey {
  number: number;
  seen: number;
  device: number;
  label: string;
}

/** A device was taken away. `keys`: the passkeys that it had added, which still bring the card back. */
export interface DeviceRemoved {
  keys: ProfilePasskey[];
}

/** A card as its owner sees it. */
export interface OwnProfile {
  id: string;
  name: string;
  herald: string;
  seen_by: "nobody" | "opponents" | "everyone";
  created: number;
  devices: ProfileDevice[];
  keys: ProfilePasskey[];
  games: number;
  won: number;
  ratings: ProfileRating[];
  passkeys: boolean;
  push: boolean;
  delete_at: number | null;
  delete_by: string;
}

/** A tournament that one runs. `next`: the organiser who would run it without one; "": there is none yet. */
export interface OwnedTournament {
  id: string;
  title: string;
  next: string;
}

/** What the deletion of a profile concerns. `at`: when it happens, or would happen if it were asked for now. */
export interface DeletionPlan {
  planned: boolean;
  at: number;
  by: string;
  name: string;
  games: number;
  finished: number;
  owned: OwnedTournament[];
  entered: string[];
}

/**
 * What every page shows of one's profile, wherever one is. `delete_at`: when it is deleted; null: it stays.
 * `delete_by`: the device that asked for it. `waiting`: what waits at one's tables.
 */
export interface ProfileStatus {
  delete_at: number | null;
  delete_by: string;
  waiting: Waiting;
}

/** Whose profile a code carries over. `device`: the device that made the code; `until`: it works until then. */
export interface SharedProfile {
  name: string;
  herald: string;
  device: string;
  until: number;
}

/** A card as others see it. */
export interface PublicProfile {
  id: string;
  name: string;
  herald: string;
  created: number;
  games: number;
  won: number;
  ratings: ProfileRating[];
}

/**
 * A code that carries a card over, as a link and as a picture to scan (`path` in a square of `size`). `only_here`:
 * only the computer that the server runs on can follow the link; there is no picture then.
 */
export interface DeviceLink {
  link: string;
  path: string;
  size: number;
  until: number;
  only_here: boolean;
}

/** A link for others. `only_here`: nobody else can follow it (then there is no picture of it either). */
export interface Invitation {
  link: string;
  path: string;
  size: number;
  only_here: boolean;
}

/**
 * Whether others can reach the server. `alone`: only this computer can; `shared`: others on its network can, since
 * somebody said so; `here`: the page is open where that can be said; `failed`: the address did not answer.
 */
export interface SharingShown {
  alone: boolean;
  shared: boolean;
  here: boolean;
  port: number;
  failed: boolean;
}

export interface OwnSeat {
  name: string;
  kind: "open" | "person" | "bot";
  level: string;
  herald: string;
}

/**
 * A table of one's own, in a line. `dots`: the stations of the turn that are done, and how many there are. `awaits`:
 * how many seconds the seat to act has left, if a clock runs. `moved`: what the game did to one's rating.
 * `elsewhere`: its only player took it to another place.
 */
export interface OwnTable {
  table: string;
  status: Status;
  game: string;
  game_name: string;
  map: string;
  map_name: string;
  seats: OwnSeat[];
  you: number;
  actor: number;
  turn: string;
  step: string;
  dots: [number, number];
  pace: "none" | "live" | "turns";
  awaits: number | null;
  since: number;
  rank: number;
  scores: number[];
  rating: number | null;
  moved: number | null;
  next: string;
  rematch: RematchShown | null;
  solo: boolean;
  elsewhere: boolean;
}

/**
 * What the lobby shows of a card. `finished`: how many finished games there are in all; the newest are among
 * `tables`. `events`: those that are not over.
 */
export interface OwnTables {
  tables: OwnTable[];
  finished: number;
  games: number;
  won: number;
  ratings: ProfileRating[];
  events: TournamentListed[];
}

/** Somebody at a finished game. `card`: "" for guests and bots, and for those who do not show theirs. */
export interface PastSeat {
  name: string;
  bot: string;
  card: string;
  herald: string;
  rank: number;
}

/**
 * A finished game. `table`: "" if it is no longer kept. `moved`: what it did to the rating; `why`: a code for why it
 * does not count for this card ("": it does).
 */
export interface PastGame {
  table: string;
  game: string;
  game_name: string;
  map: string;
  map_name: string;
  ended: number;
  rank: number;
  moved: number | null;
  why: string;
  others: PastSeat[];
}

/** How often one was ahead of somebody, and behind. */
export interface OpponentScore {
  card: string;
  name: string;
  herald: string;
  ahead: number;
  behind: number;
}

/** What a decision in a part of a game cost on average. */
export interface PartLoss {
  game: string;
  name: string;
  loss: number;
}

/**
 * `places`: how often one came first, second …; `beaten`: the share of opponents that were behind, ties by half.
 * `losses`: what a decision cost on average in the newest analysed games, oldest first; `best`, `worst`: the parts of
 * games in which one lost least and most.
 */
export interface ProfileStats {
  games: number;
  won: number;
  places: Record<number, number>;
  beaten: number;
  opponents: number;
  often: OpponentScore[];
  losses: number[];
  best: PartLoss | null;
  worst: PartLoss | null;
}

/** A line of a game's list: a card, or a kind of bot. */
export interface RatingListed {
  card: string;
  name: string;
  herald: string;
  bot: string;
  value: number;
  spread: number;
}

/** What is asked now; `other`: told of the one who is asked; `next`: who follows; `clause`: where the rules open. */
export interface Ask {
  line: string;
  other: string;
  next: number[];
  clause: string;
  short?: string;
  note?: string;
  lamp?: string;
  at?: Target[];
}

/** A roundel of the ceremony. */
export interface Award {
  title: string;
  note: string;
  mark: string;
  seats: number[];
}

/** One movement of the story of the last action. */
export interface Movement {
  kind: "fly" | "lay" | "lift" | "slide" | "ride" | "turn" | "count" | "dice" | "stamp" | "rise" | "say";
  at?: number;
  face?: string;
  from?: string;
  to?: string;
  ids?: string[];
  path?: string;
  links?: number;
  by?: number;
  faces?: string[];
  word?: string;
  note?: string;
  tone?: "last" | "bad";
  seat?: number;
  sound?: string;
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
  awards: Award[];
}

/** Combinations as switches: the action whose `picks` is the set that is on. */
export interface Pick {
  of: Target[];
  least: number;
  most: number;
  go: string[];
  start?: Target[];
}

/**
 * A turn of another seat since the reader's last: the actions from `first` to `ply`. `seat` -1: what the table did by
 * itself. `parts`: each event by itself, where `text` does not say all.
 */
export interface Recap {
  seat: number;
  first: number;
  ply: number;
  text: string;
  faces?: string[];
  gain?: string;
  touched?: Target[];
  parts?: RecapPart[];
}

export interface RecapPart {
  text: string;
  touched?: Target[];
}

export interface ScoreLine {
  label: string;
  values: number[];
  uncovered: Uncovered[];
}

export interface SummaryDie {
  value: number;
  text?: string;
  faces?: string[];
  ink?: string;
}

export interface SummaryPaper {
  svg: string;
  width: number;
  height: number;
  words?: string[];
}

export interface SummaryRow {
  cells: string[];
  seat?: number;
  strong?: boolean;
}

export interface SummaryTable {
  head: string[];
  rows: SummaryRow[];
  title?: string;
}

/**
 * A row of things: `offer` may be taken or chosen, `hand` is one's own, `papers` are one's tickets and claims,
 * `actions` are what a turn can be spent on.
 */
export interface Tray {
  key: string;
  title: string;
  place: "offer" | "hand" | "papers" | "actions";
  items: TrayItem[];
  places?: number;
}

export interface TrayItem {
  id: string;
  face: string;
  w: number;
  h: number;
  label: string;
  target?: Target;
  count?: number;
  note?: string;
  shut?: boolean;
  why?: string;
  lights?: Target[];
  place?: number;
  icon?: string;
  price?: string;
  form?: string;
  at?: Target[];
  ask?: string;
  lines?: string[];
}

/** A seat in the order of play. */
export interface Turn {
  seat: number;
  state: "done" | "now" | "next" | "out";
  note?: string;
  brief?: string;
}

/** The end of a turn (after action `ply`), to be read in peace. */
export interface TurnSummary {
  ply: number;
  title: string;
  note?: string;
  tables?: SummaryTable[];
  dice?: SummaryDie[];
  rolled?: string;
  papers?: SummaryPaper[];
  go?: string;
}

/** Something hidden that counts in a line of the score. */
export interface Uncovered {
  seat: number;
  text: string;
  points: number;
  done: boolean;
}

/** How somebody stands. `rounds`: by round the points and the rank, as "3 1". */
export interface TournamentStanding {
  card: string;
  name: string;
  herald: string;
  you: boolean;
  gone: boolean;
  points: number;
  opponents: number;
  shares: number;
  rounds: Record<number, [number, number]>;
}

export interface TournamentSeat {
  name: string;
  herald: string;
  you: boolean;
}

/**
 * A table of the round. `moves`: how many were made; `turn`, `step`, `dots`: how far it is, as in the lobby, once the
 * round is over; `due`: whose move it is.
 */
export interface TournamentTable {
  table: string;
  number: number;
  status: Status;
  seats: TournamentSeat[];
  moves: number;
  turn: string;
  step: string;
  dots: [number, number];
  due: number;
}

/** Somebody who runs a tournament. `card`: told to other organizers alone; `accepted`: they said yes to it. */
export interface TournamentOrganiser {
  card: string;
  name: string;
  herald: string;
  you: boolean;
  owner: boolean;
  accepted: boolean;
}

/** A message of the organizers. */
export interface TournamentNews {
  name: string;
  text: string;
  at: number;
}

/**
 * A tournament as its link shows it. `maps`: the map of each round. `hosting`: one organizes it, as its `owner` or
 * another; `asked`: one is asked to; `takeover`: one may become its owner, who is away. `preview`: the tables that
 * the entrants would make. `brief`, `words`: the clock.
 */
export interface TournamentShown {
  id: string;
  title: string;
  game: string;
  game_name: string;
  maps: string[];
  map_names: string[];
  form: "robin" | "swiss";
  size: number;
  rounds: number;
  round: number;
  turn: number;
  level: string;
  rated: boolean;
  status: "open" | "playing" | "over";
  hosting: boolean;
  owner: boolean;
  asked: boolean;
  takeover: boolean;
  entered: boolean;
  listed: boolean;
  starts_at: number | null;
  fill: "smaller" | "bots";
  brief: string;
  words: string;
  preview: string;
  organisers: TournamentOrganiser[];
  news: TournamentNews[];
  tables: TournamentTable[];
  standings: TournamentStanding[];
}

/**
 * What is played. `chosen`: the options that are not as usual, in words. `tab_name`: what its own panels are called.
 */
export interface GamePart {
  key: string;
  name: string;
  map: string;
  map_name: string;
  options: Record<string, OptionValue>;
  chosen: string[];
  players: number;
  routes: boolean;
  commitment: string;
  origin: string;
  tab_name: string;
}

/** Seconds left of this turn and of the reserve. */
export interface Clock {
  left: number;
  reserve: number;
  running: boolean;
}

export interface Stat {
  key: string;
  label: string;
  value: string;
  icon: string;
  low: boolean;
}

/** What the page shows of a seat beside its name and clock. */
export interface Card {
  role: string | null;
  stats: Stat[];
  state: "" | "passed" | "gone";
}

/** `handed`: why a bot plays a person's seat. `herald`: the sign of the card that holds it ("": a guest's). */
export interface Seat {
  seat: number;
  name: string;
  colour: string;
  kind: "open" | "person" | "bot";
  level: string;
  handed: "" | "owner" | "vote" | "clock" | "resigned";
  host: boolean;
  herald: string;
  here: boolean;
  clock: Clock | null;
  vacation: number | null;
  card: Card | null;
  score: number | null;
}

/** A phase of the turn. */
export interface Station {
  name: string;
  state: "done" | "now" | "next";
}

/**
 * A box of the side rail. `words` says the same as the picture. `follows`: it belongs to the one before it. `pinned`:
 * it is always in sight.
 */
export interface Panel {
  key: string;
  title: string;
  width: number;
  height: number;
  svg: string;
  words: string[];
  follows: boolean;
  pinned: boolean;
}

/**
 * An action that may be taken: its sentence, a few more words (price, who earns), and the targets to click in order.
 * The rest is how it is shown besides (`view.tabletop.Mark`).
 */
export interface Legal {
  i: number;
  text: string;
  more: string;
  path: Target[];
  action: Action;
  badge?: string;
  face?: string;
  w?: number;
  h?: number;
  cost?: [string, number][];
  group?: string;
  picks?: Target[];
  of?: string;
  order?: number;
  effect?: string;
  completes?: string;
  label?: string;
  hold?: number;
  held?: string;
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

/** A question to the table. `days`: for which it asks a pause. */
export interface Vote {
  id: number;
  kind: "undo" | "handover" | "abandon" | "pause";
  by: number;
  seat: number;
  to: number;
  voters: number[];
  yes: number[];
  days: number;
}

/**
 * `to`: the plies one may go back to at once; `step`: the one to which Undo goes (tiles of a route are taken back
 * together). `last`: before one's own last move, for asking the others.
 */
export interface Undo {
  on: boolean;
  to: number[];
  step: number | null;
  last: number | null;
  requests: Vote[];
}

/** `up_to`: bid as little as possible up to `most`, then drop out. `above`: drop out when it costs more. */
export interface ShownBid {
  kind: "up_to" | "above";
  most: number;
}

/**
 * One's own standing orders. `forced`: play where only one action is legal. `chosen`: one has chosen before one's
 * turn. `low`, `high`: what one may bid now; `high` -1: one does not bid.
 */
export interface ShownOrders {
  forced: boolean;
  chosen: boolean;
  bid: ShownBid | null;
  low: number;
  high: number;
}

/** A line of chat; `seat` -1 is a spectator. */
export interface Remark {
  id: number;
  seat: number;
  name: string;
  text: string;
  at: number;
}

/**
 * `away`: after so many seconds without a sign of its owner the others may hand a seat to a bot. `brief`: the clock
 * in a line; `words`: in sentences. `paused`: until when everybody agreed to pause (it may be over).
 */
export interface Pace {
  kind: "none" | "live" | "turns";
  turn: number;
  reserve: number;
  away: number;
  brief: string;
  words: string;
  vacation: boolean;
  paused: number | null;
}

/**
 * The table as one seat (`you`; null: a spectator) sees it. docs/api.md explains every part. `watchers`: of
 * `watching` spectators those who said a name. `closed`: it belongs to a running tournament round and whoever asks
 * does not sit there, so the position is not shown.
 */
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
  watchers: string[];
  outcome: Outcome | null;
  chat: Remark[];
  votes: Vote[];
  pace: Pace;
  listed: boolean;
  hot_seat: boolean;
  rated: boolean;
  learning: boolean;
  next: string;
  rematch: RematchShown | null;
  orders: ShownOrders | null;
  closed: boolean;
  now: number;
  actor: number;
  turn: string | null;
  last: string | null;
  stations: Station[];
  prompt: string;
  note: string | null;
  coming: string[];
  size: [number, number];
  ground: string | null;
  pieces: string;
  touched: Target[];
  ask: Ask | null;
  order: Turn[];
  trays: Tray[];
  pick: Pick | null;
  focus: Target[];
  recap: Recap[];
  slip: TurnSummary | null;
  beats: Movement[];
  panels: Panel[];
  describe: string[];
  legal: Legal[];
  names: Record<Target, string>;
  forms: Form[];
  seats: Seat[];
  log: Line[];
  undo: Undo;
  last_ply?: number;
  lesson?: LessonPart;
}

/**
 * What comes over the live line: a whole view, or what changed since the view whose `seq` is `base`. `log`: lines to
 * be appended; `panels`: all panels, those that have not changed by their keys; `pieces`: how much of the known ones
 * stays at the beginning, how much at the end, and what stands between.
 */
export interface Message {
  view?: View;
  diff?: Diff;
  base?: number;
  log?: Line[];
  panels?: (Panel | string)[];
  pieces?: [number, number, string];
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
