import { expect, test } from 'vitest';
import { markedText } from './marked_text';

const marked = (text: string, claims: [number, number, string?][]) =>
  markedText(
    text,
    claims.map(([start, end, explanation = 'why']) => ({ start, end, explanation })),
  );
const wordsMarked = (text: string, claims: [number, number][]) =>
  marked(text, claims)
    .pieces.filter(({ isMarked }) => isMarked)
    .map((piece) => piece.text);

test.each([
  ['plain letters', 'It cured my sugar.', 3, 17, 'cured my sugar'],
  ['a pair of surrogates before it', '🙏😀 It cured my sugar.', 6, 20, 'cured my sugar'],
  ['an emoji of several code points in it', 'so 👩‍⚕️ cured', 3, 13, '👩‍⚕️ cured'],
  ['vowel signs of Devanagari, which count each', 'मेरा मधुमेह ठीक हो गया', 5, 15, 'मधुमेह ठीक'],
])('marks are counted in code points: %s', (_, text, start, end, words) => {
  expect(wordsMarked(text, [[start, end]])).toEqual([words]);
  expect(
    marked(text, [[start, end]])
      .pieces.map((piece) => piece.text)
      .join(''),
  ).toBe(text);
});

test('claims that overlap keep the text whole, and each ends with its own number', () => {
  const { pieces, explanations } = marked('cures sugar fast', [
    [6, 16, 'fast'],
    [0, 11, 'cure'],
  ]);
  expect(explanations).toEqual(['cure', 'fast']);
  expect(pieces).toEqual([
    { text: 'cures ', isMarked: true, numbers: [] },
    { text: 'sugar', isMarked: true, numbers: [1] },
    { text: ' fast', isMarked: true, numbers: [2] },
  ]);
});

test('the same explanation has one number', () => {
  const { pieces, explanations } = marked('cures, heals', [
    [0, 5],
    [7, 12],
  ]);
  expect(explanations).toEqual(['why']);
  expect(pieces.map(({ numbers }) => numbers)).toEqual([[1], [], [1]]);
});

test('places that the text has not any more mark nothing', () => {
  expect(
    wordsMarked('short', [
      [3, 90],
      [7, 9],
      [4, 2],
    ]),
  ).toEqual(['rt']);
  expect(marked('', []).pieces).toEqual([]);
});
