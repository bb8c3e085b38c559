import type { Block } from './text';

/** The words of a text as a reader would count them, for tests. */
export function wordsOf(blocks: readonly Block[]): string[] {
  return blocks.flatMap((block) => {
    if (typeof block === 'string') return block.split(/\s+/);
    if ('rows' in block) return wordsOf([...block.columns, ...block.rows.flat()]);
    return wordsOf(block);
  });
}
