// What the page around the program offers to the page in its frame, and what it says to its workers.

export interface Given {
  status: number;
  headers: [string, string][];
  body: Uint8Array<ArrayBuffer>;
}

export interface Line {
  say(text: string): void;
  close(): void;
}

export interface Host {
  ask(method: string, path: string, headers: [string, string][], body: Uint8Array | null): Promise<Given>;
  open(path: string, told: (kind: string, told: unknown) => void): Line;
  /** All games of this browser, as a file. */
  exportAll(): Promise<void>;
  /** Put the games of a file in place of all games here. Returns why that cannot be, or nothing. */
  importAll(file: File): Promise<string>;
  /** Bytes that are stored, and whether the browser promised to keep them. */
  storage(): Promise<{ bytes: number; lasting: boolean; works: boolean; saved: boolean }>;
  install: (() => Promise<void>) | null;
}

/** Something of Python, whatever it is. */
// biome-ignore lint/suspicious/noExplicitAny: what comes from Python is not declared anywhere
export type Thing = any;

/** Python in a worker, as far as it is used. */
export interface Python {
  FS: Thing;
  pyimport(name: string): Thing;
  toPy(value: unknown): Thing;
}
