import { useRef, useState } from 'react';
import { Link } from 'react-router';
import { formatDay } from 'shared/rules/moment';
import { formatTotal } from 'shared/rules/rupees';
import button from 'shared/ui/button.module.css';
import { paymentWords } from '#words/payment';
import { invoiceFile, readInvoice, readPayment } from '../../api/payments';
import type { Order, OrderDocument, Payment, Proof } from '../../api/types';
import { notifyError } from '../../messages/notify';
import { orderMoneyWords } from '../../rules/order_money';
import { isEnded } from '../../rules/payment_life';
import { paymentPath } from '../../rules/payment_path';
import { saveFile } from '../../rules/save_file';
import { keepProof } from '../../stores/payment_proof';
import { useWhenSeen } from '../../stores/resource';
import styles from './OrderView.module.css';

const texts = paymentWords;

/** The money of an order besides its total: payment state, payment link, refunds and documents. */
export function OrderMoney({ order, proof }: { order: Order; proof: Proof }) {
  const { payment, failed } = usePayment(order, proof);
  const { orderNumber, documents = [], paymentStatus: status = 'pending' } = order;
  // The order may have been loaded before it was paid.
  const paymentStatus = status === 'pending' && payment?.state === 'paid' ? 'paid' : status;
  const words = orderMoneyWords({ ...order, paymentStatus });
  const mayBePaid = payment ? !isEnded(payment.state) : failed && status === 'pending';
  const isToBePaid = order.mayCancel && mayBePaid;
  const refunds = payment?.refunds ?? [];
  // The number is printed on the parcel, so others may know it; a document shows a name and an address.
  const isByNumber = !proof.token && Boolean(proof.mobilenumber);
  return (
    <>
      {words && <p className={words === texts.statuses.paid ? styles.paid : styles.payment}>{words}</p>}
      {isToBePaid && (
        <p className={styles.toPay}>
          <Link
            className={button.primary}
            to={paymentPath(orderNumber, proof)}
            onClick={() => proof.mobilenumber && keepProof(orderNumber, proof.mobilenumber)}
          >
            {payment?.state === 'confirming' ? texts.headings.confirming : texts.payNow}
          </Link>
        </p>
      )}
      {refunds.map(({ amount, state, wantedAt, changedAt }) => (
        <p key={`${wantedAt} ${amount}`} className={styles.refund}>
          <span>{texts.refund(formatTotal(amount))}</span>
          <span>
            {texts.refundStates[state]} · {formatDay(changedAt)}
          </span>
        </p>
      ))}
      {documents.length > 0 && (
        <section className={styles.documents} aria-labelledby="order-documents">
          <h3 id="order-documents">{texts.documents}</h3>
          <ul>
            {documents.map((document) => (
              <li key={document.documentId}>
                <Document orderNumber={orderNumber} document={document} proof={proof} />
              </li>
            ))}
          </ul>
          {isByNumber && <p className={styles.note}>{texts.documentByLink}</p>}
        </section>
      )}
    </>
  );
}

/** The known payment of an order. */
interface Known {
  payment?: Payment;
  /** True if the request failed. The payment page asks again. */
  failed?: true;
}

/** The payment of an order that is paid online; empty for other payment methods. Fetched again when the tab becomes visible. */
function usePayment({ orderNumber, paymentMethod }: Order, { mobilenumber, token }: Proof): Known {
  const [known, setKnown] = useState<Known>({});
  const asked = useRef(0);

  useWhenSeen(() => {
    if (paymentMethod !== 'online') return;
    asked.current += 1;
    const turn = asked.current;
    const proof: Proof = token ? { token } : mobilenumber ? { mobilenumber } : {};
    const tell = (next: Known) => turn === asked.current && setKnown((before) => ({ ...before, ...next }));
    readPayment(orderNumber, proof).then(
      (payment) => tell({ payment }),
      () => tell({ failed: true }),
    );
  }, [paymentMethod, orderNumber, mobilenumber, token].join());

  return known;
}

interface DocumentProps {
  orderNumber: string;
  document: OrderDocument;
  proof: Proof;
}

/**
 * A document of an order. A login proves itself with each link; a mail's token may be in no URL, so the file is fetched with it. The mobile
 * number is not enough proof, so the document is only named.
 */
function Document({ orderNumber, document, proof }: DocumentProps) {
  const { documentId, kind, number, issuedOn, total } = document;
  const [loading, setLoading] = useState(false);
  const name = texts.document(texts.documentKinds[kind], number);

  async function load() {
    if (loading) return;
    setLoading(true);
    await readInvoice(orderNumber, documentId, proof).then(
      (file) => saveFile(file, `${number.replaceAll(/[^\w-]/g, '-')}.pdf`),
      () => notifyError(texts.documentFailed),
    );
    setLoading(false);
  }

  return (
    <>
      {proof.token ? (
        <button type="button" className={styles.file} aria-disabled={loading || undefined} onClick={load}>
          {name}
        </button>
      ) : proof.mobilenumber ? (
        <span>{name}</span>
      ) : (
        <a className={styles.file} href={invoiceFile(orderNumber, documentId)} download>
          {name}
        </a>
      )}
      <small>{texts.documentOf(formatDay(issuedOn), formatTotal(total))}</small>
    </>
  );
}
