import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { paymentWords } from '#words/payment';
import { inPlace } from '../../navigation/RouteChange';
import { usePageHead } from '../../navigation/use_page_head';
import { linkedOrder, paymentPath } from '../../rules/payment_path';
import { keepProof, keptProof } from '../../stores/payment_proof';
import { Help } from './Help';
import { Paying } from './Paying';
import styles from './PaymentPage.module.css';
import { ProofForm } from './ProofForm';

const texts = paymentWords;

/** The payment page of an order, reached from the checkout, from the provider's page or by a mail link. */
export default function PaymentPage() {
  usePageHead(texts.title, texts.intro);
  const { orderNumber, token, returned } = useLinked();
  // Kept in the state, because the stored proof is deleted as soon as the order is paid.
  const [proven, setProven] = useState(() => provenBy(orderNumber));
  if (proven.orderNumber !== orderNumber) setProven(provenBy(orderNumber));
  const { mobilenumber } = proven;
  const [unproven, setUnproven] = useState('');
  const navigate = useNavigate();
  const key = `${orderNumber} ${token} ${mobilenumber}`;
  return (
    <div className={`wrap ${styles.page}`}>
      {orderNumber && unproven !== key ? (
        <Paying
          key={key}
          orderNumber={orderNumber}
          proof={token ? { token } : mobilenumber ? { mobilenumber } : {}}
          returned={returned}
          onUnproven={() => setUnproven(key)}
        />
      ) : (
        <>
          <h1>{texts.prove}</h1>
          <ProofForm
            key={orderNumber}
            orderNumber={orderNumber}
            onProven={(now) => {
              keepProof(now.orderNumber, now.mobilenumber);
              setProven(now);
              navigate(paymentPath(now.orderNumber, {}), { replace: true, state: inPlace });
            }}
          />
          <Help words={texts.otherWays} />
        </>
      )}
    </div>
  );
}

function provenBy(orderNumber: string) {
  return { orderNumber, mobilenumber: keptProof(orderNumber) };
}

/** The order in the URL. Parameters that a provider added are removed, so that they are not kept or shared. */
function useLinked() {
  const location = useLocation();
  const navigate = useNavigate();
  const { orderNumber, token } = linkedOrder(location);
  const isReturn = [...new URLSearchParams(location.search).keys()].some((name) => name !== 'order');
  const [returned] = useState(isReturn);

  useEffect(() => {
    if (isReturn) navigate(paymentPath(orderNumber, { token }), { replace: true, state: inPlace });
  }, [isReturn, navigate, orderNumber, token]);

  return { orderNumber, token, returned };
}
