import { leaf } from '../../kit/botany.mjs';
import { G } from '../../kit/geom.mjs';
import { rosette } from '../../kit/print.mjs';
import { scalloped } from '../arches.mjs';
import { bandhani } from '../cloths.mjs';
import { box, heap } from '../sprites.mjs';
import { fibres, hung, sheet, wall, wallClip, windowLight } from '../stage.mjs';
import { bowl, tumbler } from '../vessels.mjs';

const c = {
  wall: '#14474F',
  wallInk: '#6FA6A6',
  haldi: '#E9A820',
  madder: '#B23A24',
  cream: '#F8EBD2',
  rose: '#EFC3A0',
  ink: '#121C36',
  teal: '#1F5A66',
  cloth: { cloth: '#262F5E', panel: '#F8EBD2', trim: '#F0B63A' },
};
const petals = (n, r, L, W, colours, offset = 0) =>
  Array.from({ length: n }, (_, i) =>
    G(
      leaf({ ink: c.ink, ...colours }, { L, W, a: 0.8, b: 0.8, veins: 5, hatch: 2, bend: 0, seed: i, lw: 1.1 }),
      `rotate(${offset + (i * 360) / n}) translate(0 ${-r})`,
    ),
  ).join('');

/** The ring that holds the cobalt, drawn large as a rangoli. */
function rangoli(r) {
  const dots = (n, q, size, fill) =>
    Array.from(
      { length: n },
      (_, i) =>
        `<circle cx="${(q * Math.sin((i * 2 * Math.PI) / n)).toFixed(1)}" cy="${(-q * Math.cos((i * 2 * Math.PI) / n)).toFixed(1)}" r="${size}" fill="${fill}"/>`,
    ).join('');
  const flower = rosette(r * 0.062, c.cream, c.madder, c.haldi, 8);
  return (
    dots(72, r * 1.1, r * 0.011, c.cream) +
    dots(36, r * 1.16, r * 0.018, c.haldi) +
    petals(24, r * 0.7, r * 0.34, r * 0.185, { a: c.haldi, b: '#C9851B' }) +
    petals(24, r * 0.68, r * 0.23, r * 0.12, { a: '#C4472F', b: '#A5301F' }, 7.5) +
    G(
      scalloped(r * 0.765, 48, 0.03, c.ink) +
        `<circle r="${r * 0.74}" fill="${c.teal}"/>` +
        Array.from({ length: 30 }, (_, i) => G(flower, `rotate(${i * 12}) translate(0 ${-r * 0.675})`)).join('') +
        `<circle r="${r * 0.61}" fill="${c.haldi}"/><circle r="${r * 0.598}" fill="${c.madder}"/>` +
        dots(60, r * 0.585, r * 0.008, c.cream) +
        `<circle r="${r * 0.57}" fill="${c.cream}"/><circle r="${r * 0.57}" fill="url(#hollow)" style="mix-blend-mode:multiply"/>`,
      '',
      ' filter="url(#rough)"',
    )
  );
}

function scene({ w, h, floor, disc, things }) {
  return sheet({
    w,
    h,
    defs: wallClip(w, floor),
    layers: [
      wall({ w, floor, colour: c.wall, ink: c.wallInk, opacity: 0.14 }),
      G(hung(G(rangoli(disc.r), `translate(${disc.cx} ${disc.cy})`), 10, 12, 0.4), '', ' clip-path="url(#wall)"'),
      windowLight({ w, floor, strength: 0.15, dusk: 0.4 }),
      fibres(w, floor, 0.05),
      bandhani({ w, h, floor, c: c.cloth }),
      ...things,
    ],
  });
}

const dish = (art, x, y, r) =>
  bowl(x, y, r, heap(art('heap-b12'), 0, r * 0.2, r * 1.72), {
    band: rosette(r * 0.1, '#7A4B14', '#FBE6A6', '#7A4B14', 6),
  });

export const wide = (art) =>
  scene({
    w: 1600,
    h: 680,
    floor: 560,
    disc: { cx: 1150, cy: 330, r: 352 },
    things: [box(art('box-b12'), 1138, 604, 400), tumbler(1400, 636, 44), dish(art, 884, 644, 82)],
  });

export const tall = (art) =>
  scene({
    w: 780,
    h: 975,
    floor: 850,
    disc: { cx: 390, cy: 668, r: 292 },
    things: [box(art('box-b12'), 376, 900, 384), tumbler(660, 936, 44), dish(art, 112, 940, 76)],
  });
