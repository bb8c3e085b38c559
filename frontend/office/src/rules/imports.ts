import type { Permission } from './permissions';

/** The kind of an import, by what its rows are. */
export type ImportKind = 'stock' | 'products' | 'pincodes' | 'tracking' | 'remittances' | 'statements';

/** A file that the office exports. */
export interface ExportFile {
  path: string;
  name: string;
  permission: Permission;
}

/** A kind of import, with the permission that it needs. */
export interface KindOfFile {
  kind: ImportKind;
  label: string;
  /** The effect of an import. */
  does: string;
  permission: Permission;
  /** The header of the file. Optional columns come last. */
  columns: readonly string[];
  exported?: ExportFile;
}

/** All kinds of imports, the most frequent first. */
export const KINDS_OF_FILES: readonly KindOfFile[] = [
  {
    kind: 'stock',
    label: 'Stock',
    does: 'Receives packs: one row per batch.',
    permission: 'stock.write',
    columns: ['sku', 'batch', 'packed_on', 'expires', 'mrp', 'quantity', 'cost', 'reason'],
    exported: { path: 'stock/export.csv', name: 'stock.csv', permission: 'stock.read' },
  },
  {
    kind: 'products',
    label: 'Products',
    does: 'Changes products, and adds new ones as drafts: one row per product.',
    permission: 'products.write',
    columns: [
      'product_id',
      'state',
      'product_name',
      'hindi_name',
      'tagline',
      'type',
      'price',
      'discount',
      'photos',
      'description',
      'ingredients',
      'benefits',
      'other_names',
      'concerns',
      'how_to_use',
      'cautions',
      'storage',
      'tax_class',
      'hsn_code',
    ],
    exported: { path: 'products/export.csv', name: 'products.csv', permission: 'products.read' },
  },
  {
    kind: 'tracking',
    label: 'Tracking numbers',
    does: 'Ships packed orders: one row per order, with carrier and tracking number.',
    permission: 'orders.transition',
    columns: ['order_number', 'carrier', 'tracking_number', 'tracking_url', 'weight_in_grams'],
  },
  {
    kind: 'remittances',
    label: 'Remittances',
    does: 'Records cash that a carrier remitted: one row per order.',
    permission: 'payments.record',
    columns: ['order_number', 'amount', 'reference', 'remitted_on', 'carrier'],
  },
  {
    kind: 'statements',
    label: 'Bank statement',
    does: 'Records payments by UPI. Files of HDFC Bank, SBI and ICICI Bank need no changes.',
    permission: 'payments.record',
    columns: ['utr', 'amount', 'received_on', 'narration'],
  },
  {
    kind: 'pincodes',
    label: 'Pincodes',
    does: 'Sets where the shop delivers, and the charges: one row per pincode.',
    permission: 'pincodes.write',
    columns: ['pincode', 'zone', 'delivery', 'cash', 'fee'],
    exported: { path: 'pincodes/export.csv', name: 'pincodes.csv', permission: 'pincodes.write' },
  },
];

/** The largest file in bytes, the same as the gateway's limit. */
export const MOST_BYTES = 16 * 1024 * 1024;

/** Checks a file before the upload; returns the problem, or undefined. */
export function problemOf(file: { size: number }): string | undefined {
  if (file.size === 0) return 'The file is empty.';
  if (file.size > MOST_BYTES) return 'The file is larger than 16 MB. Split it into smaller files.';
  return undefined;
}

/** Returns a file with only the header. The byte order mark makes spreadsheets read it as UTF-8. */
export function sampleOf({ columns }: KindOfFile): string {
  return `\uFEFF${columns.join(',')}\r\n`;
}

/** Returns `1 row` or `1,200 rows`. */
export function rowsWords(rows: number): string {
  return `${rows.toLocaleString('en-IN')} ${rows === 1 ? 'row' : 'rows'}`;
}
