import { G, P, poly } from '../../kit/geom.mjs';
import { rosette } from '../../kit/print.mjs';
import { foiled, niche, sun } from '../arches.mjs';
import { tiles } from '../cloths.mjs';
import { lyingLeaf, rooted } from '../produce.mjs';
import { box, heap } from '../sprites.mjs';
import { fibres, grounded, sheet, wall, wallClip, windowLight } from '../stage.mjs';
import { filled, girdle, hoop, turned } from '../turned.mjs';
import { thali } from '../thali.mjs';
import { diya } from '../vessels.mjs';

const c = {
  wall: '#2B5537',
  wallInk: '#8DB07A',
  niche: '#F6C66A',
  band: '#F3E4C6',
  trim: '#A5301F',
  trim2: '#7A4A80',
  floor: { cloth: '#BF6138', trim2: '#A94F2E', panel: '#7A3721' },
};

/** Evening over the courtyard wall: a low sun, two ranges of hills, birds going home. */
function evening({ cx, top, w, h }) {
  const hill = (y, rise, fill) =>
    P(
      poly([
        [cx - w, top + h],
        ...Array.from({ length: 33 }, (_, i) => [
          cx - w / 2 - 20 + (i * (w + 40)) / 32,
          top + y - rise * (Math.sin(i * 0.31 + y) + 0.5 * Math.sin(i * 0.83 + y * 2)),
        ]),
        [cx + w, top + h],
      ]),
      fill,
    );
  const bird = (x, y, k) =>
    `<path d="M${x - 10 * k} ${y - 4 * k}q${6 * k} ${-4 * k} ${10 * k} ${4 * k}q${4 * k} ${-8 * k} ${10 * k} ${-4 * k}" fill="none" stroke="#4A2A3A" stroke-width="${2 * k}" stroke-linecap="round"/>`;
  return (
    `<linearGradient id="dusk" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#E79A6A"/><stop offset=".45" stop-color="#F6C46C"/><stop offset="1" stop-color="#FBE7B8"/></linearGradient>` +
    P(`M${cx - w} ${top - 80}h${2 * w}v${h + 100}h${-2 * w}Z`, 'url(#dusk)') +
    sun({
      cx: cx - w * 0.1,
      cy: top + h * 0.56,
      r: w * 0.15,
      reach: w * 0.95,
      colour: '#F9DA92',
      rays: 44,
      width: 0.026,
    }) +
    `<circle cx="${cx - w * 0.1}" cy="${top + h * 0.56}" r="${w * 0.15}" fill="#D9532F"/>` +
    hill(h * 0.66, w * 0.025, '#B7838A') +
    hill(h * 0.76, w * 0.03, '#7A5A72') +
    hill(h * 0.88, w * 0.02, '#4C6B4A') +
    bird(cx - w * 0.3, top + h * 0.24, 0.9) +
    bird(cx - w * 0.22, top + h * 0.2, 0.7) +
    bird(cx - w * 0.33, top + h * 0.17, 0.6)
  );
}

/** Vrindavan: the whitewashed pedestal in a courtyard on which the household's tulsi grows. */
function vrindavan(x, y, k) {
  const lime = { material: 'lime', tilt: 0.2, open: false, smooth: false };
  const step = turned([[104, -34], [104, 0]], { ...lime, rows: 4 });
  const plinth = turned([[84, -62], [84, -34]], { ...lime, rows: 4 });
  const shaft = turned([[58, -168], [62, -160], [62, -74], [70, -62]], { ...lime, rows: 15 });
  const pot = turned(
    [[94, -250], [90, -232], [74, -214], [80, -200], [72, -178], [58, -168]],
    {
      ...lime,
      open: true,
      rows: 10,
      lip: 0.12,
      material: { a: '#F4E6CB', b: '#D6BE93', h: '#FFFAEC', in: '#4B2E1A', lip: '#FBF1DC' },
    },
  );
  const flower = rosette(12, '#A5301F', '#F0B63A', '#F4E6CB', 8);
  const alcove = G(
    P('M-22 0V-38C-22 -60 -8 -66 0 -76C8 -66 22 -60 22 -38V0Z', '#A5301F') +
      P('M-17 0V-37C-17 -54 -6 -60 0 -68C6 -60 17 -54 17 -37V0Z', '#3B1A12'),
    'translate(0 -66)',
  );
  const plant = [
    rooted('tulsi', 14, -226, 0.66, 15),
    rooted('tulsi', -16, -226, 0.68, -13),
    rooted('tulsi', 0, -230, 0.82, 0),
  ].join('');
  const art =
    step.body +
    step.top +
    girdle(step, [104, -17], rosette(11, '#7A4A80', '#F0B63A', '#F4E6CB', 8), 11) +
    plinth.body +
    plinth.top +
    hoop(plinth, [84, -42], 4, '#A5301F') +
    hoop(plinth, [84, -54], 4, '#A5301F') +
    shaft.body +
    shaft.top +
    hoop(shaft, [62, -152], 3, '#A5301F') +
    alcove +
    G(diya(0, -70, 15), 'translate(0 0)') +
    filled(pot, plant) +
    girdle(pot, [78, -190], flower, 9) +
    hoop(pot, [90, -231], 3, '#A5301F');
  return grounded(G(art, `translate(${x} ${y}) scale(${k})`), x, y + 14 * k, 104 * k, 26 * k);
}

const dish = (art, x, y, rx) => thali(x, y, rx, heap(art('heap-tulsi'), 0, rx * 0.1, rx * 1.36));

function scene({ w, h, floor, arch, things }) {
  return sheet({
    w,
    h,
    defs: wallClip(w, floor),
    layers: [
      wall({ w, floor, colour: c.wall, ink: c.wallInk, opacity: 0.12 }),
      niche({
        ...arch,
        outline: foiled,
        options: { foils: 2, rise: 0.5 },
        colours: c,
        inside: evening(arch),
        hollow: false,
      }),
      windowLight({ w, floor, strength: 0.15, dusk: 0.4 }),
      fibres(w, floor, 0.05),
      tiles({ w, h, floor, c: c.floor }),
      ...things,
    ],
  });
}

const leaves = (x, y, k) =>
  lyingLeaf(x, y, 74, { L: 62 * k, W: 34 * k, serr: 9, veins: 5 }) +
  lyingLeaf(x + 18, y + 20, 118, { L: 56 * k, W: 30 * k, serr: 9, veins: 5, seed: 4 });

export const wide = (art) =>
  scene({
    w: 1600,
    h: 680,
    floor: 540,
    arch: { cx: 1196, top: 116, w: 600, h: 424, band: 56 },
    things: [
      vrindavan(1400, 592, 1),
      box(art('box-tulsi'), 1098, 604, 380),
      dish(art, 850, 612, 98),
      diya(1290, 640, 30),
      leaves(936, 630, 0.84),
    ],
  });

export const tall = (art) =>
  scene({
    w: 780,
    h: 975,
    floor: 832,
    arch: { cx: 390, top: 460, w: 570, h: 372, band: 52 },
    things: [
      vrindavan(606, 886, 0.98),
      box(art('box-tulsi'), 288, 902, 372),
      dish(art, 116, 926, 80),
      diya(452, 940, 30),
    ],
  });
