import { Dialog } from '../ui/Dialog';
import styles from './KeyboardHelp.module.css';

const KEYS: readonly [string, string][] = [
  ['/', 'find orders'],
  ['Ctrl K', 'go to a page, an order, a message or a shopper'],
  ['j, k', 'next and previous row of a list'],
  ['Enter', 'open the row'],
  ['x', 'select the row'],
  ['a, r', 'in Reviews: approve, refuse'],
  ['a', 'in a message: write the answer'],
  ['Ctrl Enter', 'send the answer'],
  ['Esc', 'close a dialog; nothing is changed'],
  ['?', 'this list'],
];

/** The list of keyboard shortcuts. */
export function KeyboardHelp({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} title="Keys" onClose={onClose}>
      <dl className={styles.keys}>
        {KEYS.map(([key, does]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
