import {
  type ColumnDef,
  createSortedRowModel,
  type RowSelectionState,
  rowSelectionFeature,
  rowSortingFeature,
  sortFns,
  tableFeatures,
  type Updater,
  useTable,
} from '@tanstack/react-table';
import type { ReactNode } from 'react';
import { Card, type CardProps } from './TableCard';
import styles from './table.module.css';
import { useRowKeys } from './use_row_keys';
import { useIsNarrow } from './use_is_narrow';

/** The features of the office's tables: row selection, and sorting of fully loaded lists. */
export const features = tableFeatures({
  rowSelectionFeature,
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
  sortFns,
});

/** A column of a table. */
export type Column<Row extends object> = ColumnDef<typeof features, Row>;

/** The look of a column: numbers at the end, narrow columns as narrow as their content. */
export interface ColumnLook {
  align?: 'end';
  isTight?: boolean;
}

interface DataTableProps<Row extends object> {
  /** The caption, for screen readers. */
  caption: string;
  columns: Column<Row>[];
  rows: readonly Row[];
  idOf: (row: Row) => string;
  /** Returns the label of a row's checkbox. */
  nameOf: (row: Row) => string;
  /** Renders the row as a card on a phone. */
  renderCard: (row: Row) => ReactNode;
  selection?: { selected: RowSelectionState; onChange: (updater: Updater<RowSelectionState>) => void };
}

const NONE: RowSelectionState = {};

/** A table, or on a phone a list of cards. Keys: j and k move between rows, x selects. */
export function DataTable<Row extends object>({
  caption,
  columns,
  rows,
  idOf,
  nameOf,
  renderCard,
  selection,
}: DataTableProps<Row>) {
  const isNarrow = useIsNarrow();
  const body = useRowKeys();
  const table = useTable({
    features,
    columns,
    data: rows as Row[],
    getRowId: idOf,
    enableRowSelection: selection !== undefined,
    enableSortingRemoval: false,
    state: { rowSelection: selection?.selected ?? NONE },
    onRowSelectionChange: (updater) => selection?.onChange(updater),
  });
  const shown = table.getRowModel().rows;

  const box = (row: (typeof shown)[number]) =>
    selection && (
      <input
        type="checkbox"
        aria-label={`Select ${nameOf(row.original)}`}
        checked={row.getIsSelected()}
        onChange={row.getToggleSelectedHandler()}
      />
    );

  if (isNarrow) {
    return (
      <ul ref={body} aria-label={caption}>
        {shown.map((row) => {
          const props: CardProps = {
            box: box(row),
            isSelected: row.getIsSelected(),
            children: renderCard(row.original),
          };
          return <Card key={row.id} {...props} />;
        })}
      </ul>
    );
  }
  return (
    <div className={styles.scroll}>
      <table className={styles.table}>
        <caption className="visuallyHidden">{caption}</caption>
        <thead>
          {table.getHeaderGroups().map((group) => (
            <tr key={group.id}>
              {selection && (
                <th data-tight="">
                  <input
                    type="checkbox"
                    aria-label="Select all that are shown"
                    checked={table.getIsAllRowsSelected()}
                    ref={(input) => {
                      const all = table.getIsAllRowsSelected();
                      if (input) input.indeterminate = !all && table.getIsSomeRowsSelected();
                    }}
                    onChange={table.getToggleAllRowsSelectedHandler()}
                  />
                </th>
              )}
              {group.headers.map((header) => (
                <th key={header.id} {...lookOf(header.column.columnDef)} aria-sort={sortWords(header.column)}>
                  {header.column.columnDef.enableSorting ? (
                    <button
                      type="button"
                      className={styles.sort}
                      onClick={header.column.getToggleSortingHandler()}
                    >
                      <table.FlexRender header={header} />
                      <span aria-hidden="true">{arrowOf(header.column)}</span>
                    </button>
                  ) : (
                    <table.FlexRender header={header} />
                  )}
                </th>
              ))}
            </tr>
          ))}
        </thead>
        <tbody ref={body}>
          {shown.map((row) => (
            <tr key={row.id} data-selected={row.getIsSelected() ? '' : undefined}>
              {selection && <td data-tight="">{box(row)}</td>}
              {row.getAllCells().map((cell) => (
                <td key={cell.id} {...lookOf(cell.column.columnDef)}>
                  <table.FlexRender cell={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface Sorted {
  getIsSorted: () => false | 'asc' | 'desc';
}

function sortWords(column: Sorted) {
  const sorted = column.getIsSorted();
  if (!sorted) return undefined;
  return sorted === 'asc' ? ('ascending' as const) : ('descending' as const);
}

function arrowOf(column: Sorted): string {
  const sorted = column.getIsSorted();
  if (!sorted) return '';
  return sorted === 'asc' ? ' ↑' : ' ↓';
}

function lookOf({ meta }: { meta?: unknown }) {
  const { align, isTight } = (meta ?? {}) as ColumnLook;
  return { 'data-align': align, 'data-tight': isTight ? '' : undefined };
}
