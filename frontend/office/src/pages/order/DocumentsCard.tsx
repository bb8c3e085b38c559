import { useMutation, useQuery } from '@tanstack/react-query';
import { formatTotal } from 'shared/rules/rupees';
import { wordsOf } from '../../api/errors';
import { type OrderDocument, readDocument } from '../../api/payments';
import { orderDocumentsQuery } from '../../api/queries';
import type { Order } from '../../api/types';
import { notifyFailed } from '../../messages/notify';
import { dateWords } from '../../rules/days';
import { awaitsDocument, DOCUMENTS, fileNameOf } from '../../rules/online_payments';
import button from '../../ui/button.module.css';
import card from '../../ui/card.module.css';
import { Waiting } from '../../ui/Waiting';
import { saveFile } from '../orders/save_file';
import styles from './order.module.css';

/** The polling interval for a missing document, in milliseconds, and the most polls. A document may wait for a tax rate. */
const ASK_EVERY = 2_000;
const MOST_ASKED = 30;

/** The documents of an order, as downloads. A document for the last status change appears by itself. */
export function DocumentsCard({ order }: { order: Pick<Order, 'orderNumber' | 'status'> }) {
  const { orderNumber } = order;
  const query = useQuery({
    ...orderDocumentsQuery(orderNumber),
    refetchInterval: ({ state: { data, dataUpdateCount } }) =>
      data && awaitsDocument(order, data) && dataUpdateCount < MOST_ASKED && ASK_EVERY,
  });
  const saving = useMutation({
    mutationFn: async (document: OrderDocument) =>
      saveFile(await readDocument(orderNumber, document.documentId), fileNameOf(document)),
    onError: (error) => notifyFailed(wordsOf(error)),
  });
  const documents = query.data;
  if (documents?.length === 0) return null;
  return (
    <section className={card.card}>
      <h2>Documents</h2>
      {!documents ? (
        <Waiting query={query} what="the documents" />
      ) : (
        <ul className={styles.refunds}>
          {documents.map((document) => (
            <li key={document.documentId}>
              <span>
                <button
                  type="button"
                  className={button.link}
                  aria-disabled={saving.isPending || undefined}
                  onClick={() => !saving.isPending && saving.mutate(document)}
                >
                  {DOCUMENTS[document.kind]} {document.number}
                </button>
              </span>
              <span className={styles.when}>
                {dateWords(document.issuedOn)}, {formatTotal(document.total)}
                {document.corrects && `, for ${document.corrects}`}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
