// Draws the ornaments: the border, the arch of the home page, and the seal. Run `npm run ornament`; the files are committed.
import { writeFile } from 'node:fs/promises';

const neel = '#1c2b4f';
const haldi = '#e7a51f';
const sun = '#f4cb6c';
const khadi = '#f8eed9';
const madder = '#a5301f';
const leaf = '#2f6b3c';

await draw('src/ui/ornament/border.svg', '0 0 84 28', border());
await draw('src/ui/ornament/arch.svg', '0 0 640 700', arch());
await draw('public/favicon.svg', '-56 -56 112 112', seal());

async function draw(file, viewBox, shapes) {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${viewBox}">${shapes}</svg>\n`;
  await writeFile(new URL(`../${file}`, import.meta.url), svg);
  console.log(`${file} ${svg.length} B`);
}

/** A border strip as on printed cloth: teeth outside, rosettes and buds between. */
function border() {
  const teeth = steps(14).map((index) => {
    const x = index * 6;
    return `<path d="M${x} 0h6l-3 5z" fill="${haldi}"/><path d="M${x} 28h6l-3-5z" fill="${haldi}"/>`;
  });
  const bud = `<path d="M63 7.5c5 4 5 9 0 13c-5-4-5-9 0-13z" fill="${sun}"/><circle cx="63" cy="14" r="1.6" fill="${madder}"/>`;
  const beads = [42, 84, 0].map((x) => `<circle cx="${x}" cy="14" r="1.8" fill="${khadi}"/>`);
  return teeth.join('') + rosette(21, 14, 7.5, khadi, haldi) + bud + beads.join('');
}

/** A pointed arch with a rosette band and a sun inside. */
function arch() {
  const outline = 'M52 700V330C52 170 190 92 320 24C450 92 588 170 588 330V700';
  const rays = steps(40).map((index) => {
    const from = point(320, 420, 620, (index / 40) * Math.PI * 2);
    const to = point(320, 420, 620, ((index + 0.5) / 40) * Math.PI * 2);
    return `<path d="M320 420L${from}L${to}Z"/>`;
  });
  const flowers = alongArch(27).map(([x, y], index) =>
    rosette(x, y, 15, index % 2 ? sun : khadi, index % 2 ? madder : haldi),
  );
  return [
    `<clipPath id="inside"><path d="${outline}Z"/></clipPath>`,
    `<g clip-path="url(#inside)"><rect width="640" height="700" fill="#fbe3ae"/>`,
    `<g fill="${sun}">${rays.join('')}</g><circle cx="320" cy="420" r="150" fill="${khadi}"/></g>`,
    ...[
      [66, madder],
      [58, sun],
      [54, neel],
    ].map(
      ([width, colour]) => `<path d="${outline}" fill="none" stroke="${colour}" stroke-width="${width}"/>`,
    ),
    ...flowers,
  ].join('');
}

/** Points at equal distances along the outline of the arch. */
function alongArch(count) {
  const left = [
    [52, 700],
    ...steps(201).map((index) => bezier(index / 200, [52, 330], [52, 170], [190, 92], [320, 24])),
  ];
  const path = [
    ...left,
    ...left
      .slice(0, -1)
      .toReversed()
      .map(([x, y]) => [640 - x, y]),
  ];
  const lengths = path.slice(1).map(([x, y], index) => Math.hypot(x - path[index][0], y - path[index][1]));
  const gap = lengths.reduce((sum, length) => sum + length, 0) / count;
  return steps(count).map((index) => {
    let rest = (index + 0.5) * gap;
    let piece = 0;
    while (rest > lengths[piece]) rest -= lengths[piece++];
    const share = rest / lengths[piece];
    return path[piece].map((value, axis) => value + (path[piece + 1][axis] - value) * share);
  });
}

/** The shop's mark: a sprout over its roots, in a scalloped circle. */
function seal() {
  const scallops = steps(24).map((index) => {
    const [x, y] = point(0, 0, 47.5, (index / 24) * Math.PI * 2);
    return `<circle cx="${round(x)}" cy="${round(y)}" r="6.3"/>`;
  });
  const leaves = [
    [-64, 24, haldi],
    [64, 24, haldi],
    [-31, 28, khadi],
    [31, 28, khadi],
    [0, 34, haldi],
  ].map(
    ([turn, length, colour]) =>
      `<path transform="translate(0 -2) rotate(${turn})" fill="${colour}" d="M0 0C${length * 0.4} ${-length * 0.35} ${length * 0.4} ${-length * 0.75} 0 ${-length}C${-length * 0.4} ${-length * 0.75} ${-length * 0.4} ${-length * 0.35} 0 0Z"/>`,
  );
  const roots =
    'M-3.5 0C-1.8 10 0 20 0 33C2 20 2 10 3.5 0ZM-2.5 0C-1 10-10 15-17 25C-7 15 1.5 10 2.5 0ZM-2.5 0C1 10 10 15 17 25C10 15 2 10 2.5 0Z';
  return `<g fill="${neel}">${scallops.join('')}<circle r="48"/></g><circle r="43" fill="none" stroke="${haldi}" stroke-width="1.6"/>${leaves.join('')}<path d="${roots}" fill="${khadi}"/>`;
}

function rosette(x, y, radius, petal, heart) {
  const petals = steps(8).map(
    (index) =>
      `<ellipse rx="${radius * 0.27}" ry="${radius * 0.4}" cy="${-radius * 0.6}" transform="rotate(${index * 45})"/>`,
  );
  return `<g transform="translate(${round(x)} ${round(y)})"><circle r="${radius * 0.55}" fill="${leaf}"/><g fill="${petal}">${petals.join('')}</g><circle r="${radius * 0.28}" fill="${heart}"/></g>`;
}

function bezier(t, ...points) {
  const share = [(1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t ** 3];
  return [0, 1].map((axis) => points.reduce((sum, at, index) => sum + at[axis] * share[index], 0));
}

function point(x, y, radius, angle) {
  return [round(x + radius * Math.cos(angle)), round(y + radius * Math.sin(angle))];
}

function steps(count) {
  return Array.from({ length: count }, (_, index) => index);
}

function round(value) {
  return Math.round(value * 100) / 100;
}
