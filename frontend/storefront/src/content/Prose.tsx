import styles from './Prose.module.css';
import type { Block, Table } from './text';

/** Renders running text (paragraphs, lists and tables) in a readable width. */
export function Prose({
  blocks,
  className = '',
}: {
  blocks: readonly Block[];
  className?: string | undefined;
}) {
  return (
    <div className={`${styles.prose} ${className}`}>
      {blocks.map((block) => (
        <Piece key={typeof block === 'string' ? block : JSON.stringify(block)} block={block} />
      ))}
    </div>
  );
}

function Piece({ block }: { block: Block }) {
  if (typeof block === 'string') return <p>{block}</p>;
  if ('rows' in block) return <Rows table={block} />;
  return (
    <ul>
      {block.map((point) => (
        <li key={point}>{point}</li>
      ))}
    </ul>
  );
}

function Rows({ table }: { table: Table }) {
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          {table.columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {table.rows.map(([name, ...cells]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            {cells.map((cell) => (
              <td key={cell}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
