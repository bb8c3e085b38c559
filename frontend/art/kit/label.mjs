// The print of the packs: front panel, and a carton's side and lid.
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import { plants } from './botany.mjs';
import { boxes } from './boxes.mjs';
import { G, P } from './geom.mjs';
import { plantColours } from './palette.mjs';
import { arch, buta, rosette, seal, strip, vegMark } from './print.mjs';

const text = (
  x,
  y,
  size,
  content,
  fill,
  { f = 'Rozha One', a = 'middle', ls = 0, w = 400, i = 0, st = '' } = {},
) =>
  `<text x="${x}" y="${y}" font-family="${f}" font-size="${size}" text-anchor="${a}" fill="${fill}" ` +
  `letter-spacing="${ls}" font-weight="${w}"${i ? ' font-style="italic"' : ''} style="${st}">${content}</text>`;

/** A plant fitted into a box of w x h round (cx,cy). */
export function fit(name, cx, cy, w, h) {
  const [x0, y0, x1, y1] = boxes[name];
  const k = Math.min(w / (x1 - x0), h / (y1 - y0));
  const move = `translate(${cx - (k * (x0 + x1)) / 2} ${cy - (k * (y0 + y1)) / 2}) scale(${k})`;
  return G(plants[name](plantColours[name]), move);
}

/* The ground of a pack: rows of faint flowers. */
function field(w, h, p) {
  const dx = 74;
  const dy = 64;
  let out = '';
  for (let j = -1; j * dy < h + dy; j++)
    for (let i = -1; i * dx < w + dx; i++) {
      const x = i * dx + (j % 2 ? dx / 2 : 0);
      out += G(rosette(11, p.trim, p.ground, p.ground, 6), `translate(${x} ${j * dy})`);
    }
  return `<g opacity=".17">${out}</g>`;
}

/* The hero of the label: one plant, or two side by side. */
function hero(p, cx, cy, w, h) {
  const [first, second] = p.plants;
  if (!second) return fit(first, cx, cy, w * 0.9, h * 0.9);
  return (
    fit(second, cx + w * 0.24, cy + h * 0.06, w * 0.5, h * 0.74) +
    fit(first, cx - w * 0.19, cy, w * 0.6, h * 0.84)
  );
}

/* The window: an arch with three rims, a sun and the plant. */
function archWindow(p, cx, ay, aw, ah) {
  const outline = arch(aw, ah, { foils: 4, rise: 0.42 });
  const rim = (fill, kx, ky, dy) =>
    G(P(outline, fill), `translate(${cx} ${ay}) scale(${kx} ${ky}) translate(0 ${-ah * dy})`);
  const sunY = ay + ah * 0.54;
  const ray = `M0 ${-aw * 0.395}L${aw * 0.006} ${-aw * 0.44}L${-aw * 0.006} ${-aw * 0.44}Z`;
  const rays = Array.from(
    { length: 48 },
    (_, i) =>
      `<path d="${ray}" fill="${p.trim2}" opacity=".6" transform="translate(${cx} ${sunY}) rotate(${i * 7.5})"/>`,
  );
  return (
    rim(p.trim, 1.07, 1.045, 0.012) +
    rim(p.ground, 1.05, 1.03, 0.006) +
    rim(p.trim2, 1.03, 1.02, 0) +
    G(P(outline, p.panel), `translate(${cx} ${ay})`) +
    `<clipPath id="ar-${p.id}"><path d="${outline}" transform="translate(${cx} ${ay})"/></clipPath>` +
    `<g clip-path="url(#ar-${p.id})"><circle cx="${cx}" cy="${sunY}" r="${aw * 0.37}" fill="${p.sun ?? p.trim}" opacity=".32"/>` +
    `${rays.join('')}${hero(p, cx, ay + ah * 0.525, aw, ah)}</g>`
  );
}

function names(p, cx, Y, u) {
  const length = [...p.hi].length;
  const hindi = length > 10 ? 118 : length > 7 ? 140 : 172;
  const english = p.en.length > 13 ? 66 : p.en.length > 10 ? 76 : 88;
  return (
    text(cx, Y(0.778), hindi * u, p.hi, p.text) +
    text(cx, Y(0.85), english * u, p.en, p.trim, { ls: 2 }) +
    text(cx, Y(0.885), 32 * u, p.sub, p.text, { f: 'Anek Latin', w: 500, ls: 1 }) +
    text(cx, Y(0.912), 28 * u, p.lat, p.text, { f: 'Tiro Devanagari Hindi', i: 1, st: 'opacity:.88' })
  );
}

function footer(p, W, y, u, wt) {
  const small = 'font-stretch:85%;opacity:.85';
  return (
    G(vegMark(34 * u), `translate(${W * 0.1} ${y - 28 * u})`) +
    text(W / 2, y - 2, 22 * u, 'STONE-MILLED IN SURAT', p.text, {
      f: 'Anek Latin',
      ls: 4 * u,
      w: 500,
      st: small,
    }) +
    text(W * 0.9, y, 30 * u, wt, p.text, { f: 'Anek Latin', w: 650, a: 'end', ls: 1 })
  );
}

/**
 * Front panel, W x H; top and bot stay free of print (seals, folds). Everything stands at a share of the free height,
 * so that pouch and carton share one design.
 */
export function front(p, W = 1000, H = 1400, { top = 60, bot = 40, wt = '100 g' } = {}) {
  const cx = W / 2;
  const free = H - top - bot;
  const Y = (share) => top + free * share;
  const u = free / 1240;
  const aw = W * 0.735;
  const ay = Y(0.082) + aw * 0.088;
  const ah = free * 0.478;
  const brandFlower = (way) =>
    G(
      rosette(17 * u, p.trim, p.ground, p.ground, 8),
      `translate(${cx + way * W * 0.31} ${Y(0.05) - 21 * u})`,
    );
  const corner = (way) =>
    G(
      rosette(W * 0.044, p.trim, p.trim2, p.ground, 8),
      `translate(${cx + way * aw * 0.455} ${ay + ah * 0.065})`,
    );
  const sill = strip(aw * 1.07, 44 * u, 'phool', { bg: p.trim2, a: p.panel, b: p.trim });
  return (
    P(`M0 0H${W}V${H}H0Z`, p.ground) +
    field(W, H, p) +
    text(cx + 8 * u, Y(0.05), 64 * u, 'VANMOOL', p.text, { ls: 16 * u }) +
    [-1, 1].map(brandFlower).join('') +
    archWindow(p, cx, ay, aw, ah) +
    [-1, 1].map(corner).join('') +
    G(sill, `translate(${cx - aw * 0.535} ${ay + ah})`) +
    names(p, cx, Y, u) +
    footer(p, W, Y(0.972), u, wt) +
    G(strip(W, 26, 'leher', { a: p.trim, b: p.trim2 }), `translate(0 ${H - 38})`)
  );
}

/** Side panel of a carton. */
export function side(p, W = 420, H = 1000) {
  const wave = (x) =>
    G(strip(H, W * 0.09, 'leher', { a: p.trim, b: p.panel }), `translate(${x} 0) rotate(90)`);
  let out = P(`M0 0H${W}V${H}H0Z`, p.trim2) + wave(W * 0.13) + wave(W);
  for (let i = 0; i < 5; i++)
    out += G(buta(H * 0.12, p.panel, p.trim2, p.trim), `translate(${W / 2} ${H * (0.2 + i * 0.18)})`);
  return out;
}

/** Lid of a carton, its front edge at the bottom. */
export function lid(p, W = 760, D = 420) {
  const band = strip(W, D * 0.14, 'phool', { bg: p.trim2, a: p.panel, b: p.trim });
  const tuck = (y, colour, opacity, width) =>
    `<path d="M0 ${D * y}H${W}" stroke="${colour}" stroke-opacity="${opacity}" stroke-width="${D * width}"/>`;
  return (
    P(`M0 0H${W}V${D}H0Z`, p.ground) +
    G(band, `translate(0 ${D * 0.04})`) +
    G(band, `translate(0 ${D * 0.82})`) +
    G(seal(D * 0.28, p.trim2, p.panel, p.trim), `translate(${W / 2} ${D / 2})`) +
    tuck(0.985, '#1a0d05', 0.45, 0.012) +
    tuck(0.995, '#fff', 0.25, 0.008)
  );
}

const require = createRequire(import.meta.url);
const fontFile = (name, file) =>
  pathToFileURL(`${dirname(require.resolve(`${name}/package.json`))}/files/${file}`).href;

const face = (family, name, file, more = '') =>
  `@font-face{font-family:'${family}';src:url(${fontFile(name, file)});${more}}`;

const rozha = (subset, range) =>
  face('Rozha One', '@fontsource/rozha-one', `rozha-one-${subset}-400-normal.woff2`, range);

const tiro = (style) =>
  face(
    'Tiro Devanagari Hindi',
    '@fontsource/tiro-devanagari-hindi',
    `tiro-devanagari-hindi-latin-400-${style}.woff2`,
    `font-style:${style}`,
  );

/** The faces of the labels, for a page that is drawn from a file. */
export const fontCss =
  rozha('latin') +
  rozha('latin-ext', 'unicode-range:U+0100-02BA,U+20A0-20AB') +
  rozha('devanagari', 'unicode-range:U+0900-097F,U+200C-200D,U+20B9') +
  face(
    'Anek Latin',
    '@fontsource-variable/anek-latin',
    'anek-latin-latin-standard-normal.woff2',
    'font-weight:100 800;font-stretch:75% 125%',
  ) +
  tiro('normal') +
  tiro('italic');
