// The brand story: herbs drying on a line, and the stone mill that grinds them.
import { leaf } from '../kit/botany.mjs';
import { brush, dense, G, P, polar, poly, rng, spline, swell } from '../kit/geom.mjs';
import { plantColours } from '../kit/palette.mjs';
import { niche, ogee, sun } from './arches.mjs';
import { flowerBand } from './cloths.mjs';
import { gourdSlice } from './figures.mjs';
import { lyingLeaf, rootBundle, rooted } from './produce.mjs';
import { heap } from './sprites.mjs';
import { fibres, grounded, hung, sheet, wall, wallClip, windowLight } from './stage.mjs';
import { ellipse, hoop, turned } from './turned.mjs';
import { thali } from './thali.mjs';
import { bowl, lota } from './vessels.mjs';

const INK = '#121C36';
const W = 1200;
const H = 800;
const FLOOR = 548;
const c = { wall: '#EDC169', wallInk: '#B9761A', niche: '#F7DFA6', band: '#1C2B4F', trim: '#F0B63A', trim2: '#A5301F' };
const cloth = { cloth: '#93291A', trim: '#E9A820', trim2: '#1C2B4F', panel: '#F8EBD2' };

/** Powder thrown out round a stone: low heaps along the front of a ring, the ones behind first. */
function drift(art, rx, ry, wide, squash) {
  const r = rng(4);
  const heaps = Array.from({ length: 23 }, (_, i) => 6 + (i * 164) / 22 + 4 * r())
    .map((a) => [...polar(a, rx, ry), wide * (0.8 + 0.45 * r())])
    .sort(([, y0], [, y1]) => y0 - y1);
  const grains = Array.from({ length: 240 }, () => {
    const [x, y] = polar(-10 + 200 * r(), rx * (1.16 + 0.2 * r() ** 2), ry * (1.2 + 0.34 * r() ** 2));
    return `<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="${(0.6 + 0.9 * r()).toFixed(1)}" fill="${r() > 0.5 ? '#8E8B55' : '#B5B07C'}"/>`;
  });
  return grains.join('') + heaps.map(([x, y, w]) => heap(art('heap-karela'), x, y, w, squash)).join('');
}

/** Chisel marks on the side of a stone. */
function pits(stone, [r0, y0], [r1, y1], n) {
  const r = rng(31);
  return Array.from({ length: n }, () => {
    const t = r();
    const [x, y] = stone.at([r0 + (r1 - r0) * t, y0 + (y1 - y0) * t], -0.95 + 1.9 * r());
    return P(brush([[x, y], [x + 2 + 2 * r(), y + 3 + 3 * r()]], (u) => 1.7 - 1.2 * u, 3), INK);
  }).join('');
}

/** Dressing of a mill stone: furrows cut from the rim towards the eye. */
const furrows = (r, y, tilt, n) =>
  Array.from({ length: n }, (_, i) => {
    const a = (i / n) * 2 * Math.PI;
    const p = (k, turn) => [r * k * Math.cos(a + turn), y + r * k * tilt * Math.sin(a + turn)];
    return P(brush([p(0.96, 0), p(0.7, 0.1), p(0.42, 0.24)], swell(2.2, 0.5)), INK, ' opacity=".65"');
  }).join('');

/** Chakki: two stones, the upper with its eye and its wooden handle. */
function chakki(art, x, y, k) {
  const tilt = 0.3;
  const low = turned(
    [[216, -58], [222, -48], [222, -10], [212, 0]],
    { material: 'stone', tilt, rows: 7, open: false, gloss: false, line: 1.6 },
  );
  const high = turned(
    [[158, -150], [166, -142], [168, -76], [162, -70]],
    { material: 'stone', tilt, rows: 10, open: false, gloss: false, line: 1.6 },
  );
  const eye =
    P(poly(ellipse(40, -150, tilt)), '#3A352E') +
    P(brush(ellipse(40, -150, tilt), 2.6), INK) +
    P(brush(ellipse(50, -150, tilt), 1.6), INK) +
    Array.from({ length: 9 }, (_, i) =>
      G(
        leaf(plantColours.moringa, { L: 17, W: 9, veins: 1, hatch: 0, lw: 0.6, a: 0.7, b: 0.6 }),
        `translate(${-24 + i * 6} ${-148 + ((i * 5) % 9)}) rotate(${i * 67})`,
      ),
    ).join('');
  const peg = turned(
    [[9, -262], [13, -256], [10, -244], [11, -160], [13, -148]],
    { material: 'wood', tilt: 0.3, rows: 14, open: false },
  );
  const handle = `<ellipse cx="0" cy="-146" rx="18" ry="6" fill="${INK}" opacity=".5"/>${peg.body}${peg.top}`;
  const body =
    low.body +
    pits(low, [222, -46], [222, -8], 90) +
    low.top +
    G(drift(art, 176, 50, 74, 0.62), 'translate(0 -56)') +
    high.body +
    pits(high, [167, -140], [168, -74], 110) +
    hoop(high, [169, -104], 4) +
    hoop(high, [169, -96], 2) +
    high.top +
    furrows(154, -150, tilt, 18) +
    eye +
    G(handle, 'translate(104 24)') +
    G(drift(art, 232, 78, 108, 0.56), 'translate(0 2)');
  return grounded(G(body, `translate(${x} ${y}) scale(${k})`), x + 10, y + 34 * k, 330 * k, 78 * k, 0.42);
}

/** A bunch hung upside down on the line, tied with red thread. */
const bunch = (name, x, y, k, turn) =>
  G(
    rooted(name, 0, -6, k, 180 + turn) +
      rooted(name, 4, -6, k * 0.86, 180 + turn + 13) +
      rooted(name, -4, -6, k * 0.86, 180 + turn - 13) +
      [0, 1, 2, 3]
        .map((i) =>
          P(brush([[-9, 8 + i * 4], [0, 11 + i * 4], [9, 8 + i * 4]], 3.4), i % 2 ? '#8E2A1A' : '#C4472F'),
        )
        .join('') +
      P(brush([[0, 6], [-3, -8], [0, -16]], 2.6), '#8E2A1A'),
    `translate(${x} ${y})`,
  );

/** Slices of bitter gourd threaded up to dry. */
const chain = (x, y, n) =>
  P(brush([[x, y - 8], [x + 2, y + (n * 37) / 2], [x, y + n * 37]], 2.4), '#7A4B14') +
  Array.from({ length: n }, (_, i) =>
    G(
      gourdSlice(0.29),
      `translate(${x + (i % 2 ? 3 : -3)} ${y + 20 + i * 37}) rotate(${i * 40}) scale(${i % 2 ? 0.9 : 1} 1)`,
    ),
  ).join('');

function line() {
  const rope = dense(spline([[-10, 40], [300, 62], [600, 58], [900, 62], [1210, 40]], 20));
  return (
    P(brush(rope, 5), '#7A4B14') +
    P(brush(rope, 1.6), '#C79A5A') +
    bunch('tulsi', 150, 68, 0.62, 3) +
    chain(292, 62, 6) +
    bunch('moringa', 1052, 66, 0.6, -3) +
    chain(912, 62, 6)
  );
}

function view({ cx, top, w, h }) {
  return (
    P(`M${cx - w} ${top - 60}h${w * 2}v${h + 60}h${-w * 2}Z`, '#F8E3B0') +
    sun({ cx, cy: top + h * 0.62, r: w * 0.2, reach: w * 0.9, colour: '#F3C765', rays: 44, width: 0.024 }) +
    `<circle cx="${cx}" cy="${top + h * 0.62}" r="${w * 0.2}" fill="#D9532F"/>` +
    P(`M${cx - w} ${top + h}V${top + h * 0.8}q${w * 0.5} -40 ${w} 0t${w} 0V${top + h}Z`, '#8DA765') +
    rooted('moringa', cx - w * 0.26, top + h + 10, 0.72, -3) +
    rooted('moringa', cx + w * 0.33, top + h + 16, 0.5, 4, -1)
  );
}

export function mill(art) {
  const arch = { cx: 600, top: 178, w: 400, h: 370, band: 50 };
  return sheet({
    w: W,
    h: H,
    grain: 0.28,
    defs: wallClip(W, FLOOR),
    layers: [
      wall({ w: W, floor: FLOOR, colour: c.wall, ink: c.wallInk }),
      niche({ ...arch, outline: ogee, colours: c, inside: view(arch), hollow: false }),
      hung(line(), 14, 14, 0.3),
      windowLight({ w: W, floor: FLOOR, strength: 0.5, dusk: 0.8 }),
      fibres(W, FLOOR),
      flowerBand({ w: W, h: H, floor: FLOOR, c: cloth }),
      lota(1090, 650, 62),
      chakki(art, 600, 690, 1),
      rootBundle(24, 676, 0.62, -4),
      thali(1010, 738, 118, heap(art('heap-karela'), 0, 12, 168)),
      bowl(196, 770, 76, heap(art('heap-ashwagandha'), 0, 14, 130)),
      lyingLeaf(330, 756, 70, { L: 58, W: 32, serr: 9, veins: 5 }, plantColours.tulsi),
      lyingLeaf(352, 772, 112, { L: 50, W: 27, serr: 9, veins: 5, seed: 5 }, plantColours.tulsi),
    ],
  });
}
