// The instruments: wood, card, iron and breath, synthesized; no files. Fetched with the first gesture (lib/sound.js).

/** @typedef {{ gain?: number, at?: number, pan?: number, length?: number, pitch?: number }} How */
/** @typedef {(s: Sounds, t: number, to: AudioNode, how: How) => void} Instrument */

const VOICES = 10;
const SHORT = 0.0001; // a gain that cannot be heard, where none may be zero

/** Of each sound: how loud it is, ms between two of its kind, and how it is made. @type {Record<string, [number, number, Instrument]>} */
const PALETTE = {
  card: [0.5, 45, card],
  wagon: [0.7, 60, wagon],
  hammer: [0.55, 70, hammer],
  coin: [0.4, 50, coin],
  tick: [0.22, 34, tick],
  dice: [0.6, 300, dice],
  roll: [0.5, 200, roll],
  whistle: [0.55, 1500, whistle],
  bell: [0.5, 1500, bell],
  shimmer: [0.6, 2500, shimmer],
  stamp: [0.7, 120, stamp],
  no: [0.5, 200, no],
};

export class Sounds {
  busy = 0;
  /** @type {Record<string, number>} */
  last = {};

  /**
   * @param {AudioContext} ctx
   * @param {number} volume
   */
  constructor(ctx, volume) {
    this.ctx = ctx;
    this.out = ctx.createGain();
    this.out.gain.value = volume;
    const soft = ctx.createDynamicsCompressor();
    soft.threshold.value = -14;
    soft.ratio.value = 6;
    soft.attack.value = 0.003;
    soft.release.value = 0.18;
    const room = ctx.createConvolver();
    room.buffer = this.noise(0.9, 2, (rest) => rest ** 3.4);
    const wet = ctx.createGain();
    wet.gain.value = 0.16;
    this.out.connect(soft);
    this.out.connect(room).connect(wet).connect(soft);
    soft.connect(ctx.destination);
    this.hiss = this.noise(2, 1, () => 1);
  }

  /** @param {number} volume */
  set(volume) {
    this.out.gain.setTargetAtTime(volume, this.ctx.currentTime, 0.02);
  }

  /**
   * Noise that dies away.
   * @param {number} seconds
   * @param {number} channels
   * @param {(rest: number) => number} shape how loud, by what is left of it
   */
  noise(seconds, channels, shape) {
    const { sampleRate } = this.ctx;
    const buffer = this.ctx.createBuffer(channels, sampleRate * seconds, sampleRate);
    for (let k = 0; k < channels; k++) {
      const data = buffer.getChannelData(k);
      for (let i = 0; i < data.length; i++) {
        data[i] = (Math.random() * 2 - 1) * shape(1 - i / data.length);
      }
    }
    return buffer;
  }

  /**
   * Play a sound, unless one of its kind has just begun or too many are heard. `at`: seconds from now; `length`: of a
   * roll; `pitch`: a factor.
   * @param {string} name
   * @param {How} how
   */
  play(name, how = {}) {
    const known = PALETTE[name];
    if (!known) {
      return false;
    }
    const [level, gap, make] = known;
    const ahead = how.at ?? 0;
    const now = performance.now() + ahead * 1000;
    if (Math.abs(now - (this.last[name] ?? Number.NEGATIVE_INFINITY)) < gap || this.busy >= VOICES) {
      return false;
    }
    this.last[name] = now;
    this.busy += 1;
    setTimeout(
      () => {
        this.busy -= 1;
      },
      400 + ahead * 1000,
    );
    const loud = this.ctx.createGain();
    const side = this.ctx.createStereoPanner();
    loud.gain.value = level * (how.gain ?? 1);
    side.pan.value = Math.max(-1, Math.min(1, how.pan ?? 0)); // what is beyond the edge sounds from the edge
    loud.connect(side).connect(this.out);
    make(this, this.ctx.currentTime + 0.005 + ahead, loud, how);
    return true;
  }

  /**
   * @param {number} t
   * @param {AudioNode} to
   * @param {number} f
   * @param {{ type?: OscillatorType, a?: number, d: number, g: number, bend?: number }} how
   */
  tone(t, to, f, { type = "sine", a = 0.002, d, g, bend = 0 }) {
    const source = this.ctx.createOscillator();
    source.type = type;
    source.frequency.setValueAtTime(f, t);
    if (bend) {
      source.frequency.exponentialRampToValueAtTime(f * bend, t + d);
    }
    source.connect(this.swell(t, a, d, g)).connect(to);
    source.start(t);
    source.stop(t + a + d + 0.03);
  }

  /**
   * @param {number} t
   * @param {AudioNode} to
   * @param {number} f
   * @param {{ q: number, type?: BiquadFilterType, a?: number, d: number, g: number, sweep?: number }} how
   */
  puff(t, to, f, { q, type = "bandpass", a = 0.002, d, g, sweep = 0 }) {
    const source = this.ctx.createBufferSource();
    const band = this.ctx.createBiquadFilter();
    source.buffer = this.hiss;
    source.loop = true;
    band.type = type;
    band.frequency.setValueAtTime(f, t);
    band.Q.value = q;
    if (sweep) {
      band.frequency.exponentialRampToValueAtTime(sweep, t + a + d);
    }
    source
      .connect(band)
      .connect(this.swell(t, a, d, g))
      .connect(to);
    source.start(t, Math.random());
    source.stop(t + a + d + 0.03);
  }

  /**
   * Up in `a` seconds, away in `d`.
   * @param {number} t
   * @param {number} a
   * @param {number} d
   * @param {number} g
   */
  swell(t, a, d, g) {
    const gain = this.ctx.createGain();
    gain.gain.setValueAtTime(SHORT, t);
    gain.gain.linearRampToValueAtTime(g, t + a);
    gain.gain.exponentialRampToValueAtTime(SHORT, t + a + d);
    return gain;
  }
}

// -- the palette

/** @type {Instrument} */
function card(s, t, to, { pitch = 1 }) {
  s.puff(t, to, 1800 * pitch, { sweep: 5200 * pitch, q: 0.9, a: 0.03, d: 0.07, g: 0.5 });
  s.puff(t + 0.085, to, 900, { q: 1.4, a: 0.001, d: 0.035, g: 0.7 });
}

/** @type {Instrument} */
function wagon(s, t, to, { pitch = 1 }) {
  s.tone(t, to, 410 * pitch, { d: 0.09, g: 0.7, bend: 0.82 });
  s.tone(t, to, 985 * pitch, { d: 0.045, g: 0.35 });
  s.puff(t, to, 2400, { q: 0.8, d: 0.018, g: 0.6 });
  s.tone(t + 0.012, to, 150, { d: 0.08, g: 0.5, bend: 0.7 });
}

/** @type {Instrument} */
function hammer(s, t, to, { pitch = 1 }) {
  s.tone(t, to, 118, { d: 0.09, g: 0.8, bend: 0.6 });
  for (const [f, g, d] of [
    [1318, 0.32, 0.24],
    [2170, 0.2, 0.18],
    [3424, 0.12, 0.12],
    [5120, 0.05, 0.07],
  ]) {
    s.tone(t, to, f * pitch, { d, g, a: 0.001 });
  }
  s.puff(t, to, 5200, { q: 0.7, d: 0.015, g: 0.6 });
}

/** @type {Instrument} */
function coin(s, t, to) {
  for (const [late, f] of [
    [0, 2217],
    [0.055, 2960],
  ]) {
    s.tone(t + late, to, f, { d: 0.2, g: 0.4, a: 0.001 });
    s.tone(t + late, to, f * 2.41, { d: 0.09, g: 0.13, a: 0.001 });
  }
}

/** @type {Instrument} */
function tick(s, t, to, { pitch = 1 }) {
  s.tone(t, to, 1660 * pitch, { type: "triangle", d: 0.03, g: 0.6, a: 0.001 });
}

/** @type {Instrument} */
function dice(s, t, to) {
  let at = 0;
  let gap = 0.045;
  for (let i = 0; i < 9; i++) {
    const g = 0.9 - i * 0.07;
    s.tone(t + at, to, 640 + Math.random() * 620, { d: 0.03, g: g * 0.5, a: 0.001 });
    s.puff(t + at, to, 2600 + Math.random() * 1800, { q: 1.2, d: 0.02, g: g * 0.7 });
    at += gap + Math.random() * 0.02;
    gap *= 1.22;
  }
}

/** A cube on rails: rumble, and the joints two by two. @type {Instrument} */
function roll(s, t, to, { length = 0.9 }) {
  s.puff(t, to, 260, { q: 0.6, type: "lowpass", a: 0.08, d: length, g: 0.9 });
  s.puff(t, to, 1400, { q: 2.2, a: 0.1, d: length * 0.9, g: 0.1 });
  for (let at = 0.05; at < length; at += 0.21) {
    for (const late of [0, 0.062]) {
      s.tone(t + at + late, to, late ? 520 : 470, { d: 0.028, g: 0.34, a: 0.001 });
      s.puff(t + at + late, to, 3000, { q: 1, d: 0.012, g: 0.28 });
    }
  }
}

/** Three pipes and their breath, one short and one long: it is your turn. @type {Instrument} */
function whistle(s, t, to) {
  for (const [late, length] of [
    [0, 0.16],
    [0.24, 0.5],
  ]) {
    for (const [f, g] of [
      [466.2, 0.3],
      [554.4, 0.28],
      [698.5, 0.24],
    ]) {
      pipe(s, t + late, to, f, g, length);
    }
    s.puff(t + late, to, 2600, { q: 0.5, a: 0.045, d: length, g: 0.13 });
  }
}

/**
 * A pipe that bends into its tone and out of it, and trembles.
 * @param {Sounds} s
 * @param {number} t
 * @param {AudioNode} to
 * @param {number} f
 * @param {number} g
 * @param {number} length
 */
function pipe({ ctx }, t, to, f, g, length) {
  const tone = ctx.createOscillator();
  const tremble = ctx.createOscillator();
  const depth = ctx.createGain();
  const loud = ctx.createGain();
  tone.type = "triangle";
  tone.frequency.setValueAtTime(f * 0.94, t);
  tone.frequency.exponentialRampToValueAtTime(f, t + 0.07);
  tone.frequency.setValueAtTime(f, t + length * 0.8);
  tone.frequency.exponentialRampToValueAtTime(f * 0.95, t + length + 0.1);
  tremble.frequency.value = 6;
  depth.gain.value = f * 0.006;
  tremble.connect(depth).connect(tone.frequency);
  loud.gain.setValueAtTime(SHORT, t);
  loud.gain.linearRampToValueAtTime(g, t + 0.05);
  loud.gain.setValueAtTime(g, t + length * 0.75);
  loud.gain.exponentialRampToValueAtTime(SHORT, t + length + 0.16);
  tone.connect(loud).connect(to);
  for (const source of [tone, tremble]) {
    source.start(t);
    source.stop(t + length + 0.2);
  }
}

/** @type {Instrument} */
function bell(s, t, to) {
  for (const stroke of [0, 0.62]) {
    for (const [k, g, d] of [
      [0.5, 0.22, 2.2],
      [1, 0.42, 1.7],
      [1.19, 0.16, 1.1],
      [1.5, 0.12, 0.9],
      [2, 0.22, 0.8],
      [2.74, 0.1, 0.5],
      [3.76, 0.06, 0.3],
    ]) {
      s.tone(t + stroke, to, 660 * k, { d, g });
    }
  }
}

/** Many small claps swelling, and a rising chord of glass. @type {Instrument} */
function shimmer(s, t, to) {
  for (let i = 0; i < 150; i++) {
    const at = 2.6 * Math.random() ** 0.8;
    const g = 0.14 * Math.sin(Math.PI * Math.min(1, at / 2.6)) ** 0.7;
    s.puff(t + at, to, 1100 + Math.random() * 1500, { q: 1.3, a: 0.001, d: 0.02 + Math.random() * 0.03, g });
  }
  for (const [i, f] of [523.3, 659.3, 784, 1046.5, 1318.5, 1568, 2093].entries()) {
    s.tone(t + i * 0.13, to, f, { d: 1.5, g: 0.13, a: 0.01 });
    s.tone(t + i * 0.13, to, f * 2.003, { d: 0.9, g: 0.05, a: 0.01 });
  }
}

/** @type {Instrument} */
function stamp(s, t, to) {
  s.tone(t, to, 92, { d: 0.12, g: 1, bend: 0.6 });
  s.puff(t, to, 700, { q: 0.7, d: 0.04, g: 0.8 });
  s.puff(t + 0.09, to, 2400, { q: 1, d: 0.03, g: 0.2 });
}

/** @type {Instrument} */
function no(s, t, to) {
  s.tone(t, to, 196, { type: "triangle", d: 0.12, g: 0.6, bend: 0.8 });
  s.tone(t + 0.11, to, 156, { type: "triangle", d: 0.16, g: 0.6, bend: 0.8 });
}
