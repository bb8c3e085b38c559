import { concernWords } from '#words/concerns';

/** True if typed words name a concern: "joint pain" names `joints`. */
export function namesConcern(typed: string, concern: string): boolean {
  const called = stemsOf(`${concern} ${concernWords[concern] ?? ''}`);
  return stemsOf(typed).some((word) => called.includes(word));
}

function stemsOf(text: string): string[] {
  const words = text.toLowerCase().split(/[^\p{L}\p{M}\p{N}]+/u);
  return words.filter(Boolean).map((word) => word.replace(/s$/, ''));
}
