import type { Block } from './text';

/** Splits a text into words, for tests. */
export function wordsOf(blocks: readonly Block[]): string[] {
  return blocks.flatMap((block) => {
    if (typeof block === 'string') return block.split(/\s+/);
    if ('rows' in block) return wordsOf([...block.columns, ...block.rows.flat()]);
    return wordsOf(block);
  });
}
