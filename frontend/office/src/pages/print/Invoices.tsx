import { useQuery } from '@tanstack/react-query';
import { formatTotal } from 'shared/rules/rupees';
import { invoiceFiles } from '../../api/packing';
import { saleDocumentsQuery } from '../../api/queries';
import { DOCUMENTS } from '../../rules/online_payments';
import { STATES } from '../../rules/order_states';
import button from '../../ui/button.module.css';
import { Icon } from '../../ui/Icon';
import table from '../../ui/table.module.css';
import { Waiting } from '../../ui/Waiting';
import type { SheetsProps } from './sheets';
import styles from './print.module.css';

/** The polling interval for missing invoices, in milliseconds, and the most polls. An invoice may wait for a tax rate. */
const ASK_EVERY = 2_000;
const MOST_ASKED = 30;

/** The invoices of orders. Existing ones open as PDFs, to be printed with labels and slips. */
export function Invoices({ orders }: SheetsProps) {
  const query = useQuery({
    ...saleDocumentsQuery(orders.map(({ orderId }) => orderId)),
    refetchInterval: ({ state: { data, dataUpdateCount } }) =>
      data !== undefined && data.size < orders.length && dataUpdateCount < MOST_ASKED && ASK_EVERY,
  });
  const documents = query.data;
  if (!documents) return <Waiting query={query} what="the invoices" />;
  const issued = orders.filter(({ orderId }) => documents.has(orderId));
  const files = invoiceFiles(issued.map(({ orderId }) => orderId));
  return (
    <section aria-label="Invoices">
      <p className={styles.files}>
        {files.map((file, index) => (
          <a key={file} className={button.primary} href={file} target="_blank" rel="noreferrer">
            <Icon name="print" /> {files.length > 1 ? `Open part ${index + 1} to print` : 'Open to print'}
          </a>
        ))}
        <span role="status">
          {issued.length} of {orders.length} {orders.length === 1 ? 'order has' : 'orders have'} an invoice.
        </span>
      </p>
      <div className={table.scroll}>
        <table className={table.table}>
          <thead>
            <tr>
              <th>Order</th>
              <th>Invoice</th>
              <th data-align="end">Total</th>
            </tr>
          </thead>
          <tbody>
            {orders.map((order) => {
              const document = documents.get(order.orderId);
              return (
                <tr key={order.orderId}>
                  <td>{order.orderNumber}</td>
                  <td>
                    {document
                      ? `${DOCUMENTS[document.kind]} ${document.number}`
                      : `None yet: the order is “${STATES[order.status].label}”.`}
                  </td>
                  <td data-align="end">{document && formatTotal(document.total)}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </section>
  );
}
