import { type FormEvent, useEffect, useId, useState } from 'react';
import { deliveryWords } from '#words/delivery';
import { isPincode, pincodeDigits } from '../rules/delivery';
import { DeliveryPromise } from './DeliveryPromise';
import styles from './PincodeBox.module.css';
import { keepPincode, recallPincode, usePincode } from './pincode';
import { useDelivery } from './use_delivery';

const texts = deliveryWords;

/** Asks for the pincode once, and shows delivery date and charges. */
export function PincodeBox() {
  const kept = usePincode((state) => state.pincode);
  const [typed, setTyped] = useState<string>();
  const [wanted, setWanted] = useState('');
  const [malformed, setMalformed] = useState(false);
  const pincode = wanted || kept;
  const { quote, problem, asking, askAgain } = useDelivery(pincode);
  const id = useId();

  useEffect(recallPincode, []);
  useEffect(() => {
    if (quote) keepPincode(pincode);
  }, [quote, pincode]);

  function check(event: FormEvent) {
    event.preventDefault();
    const given = pincodeDigits(typed ?? kept);
    setMalformed(!isPincode(given));
    if (!isPincode(given)) return;
    if (given === pincode) askAgain();
    setWanted(given);
  }

  return (
    <form className={styles.box} noValidate onSubmit={check}>
      <label htmlFor={id}>{texts.heading}</label>
      <span className={styles.line}>
        <input
          id={id}
          name="pincode"
          value={typed ?? kept}
          placeholder={texts.pincode}
          inputMode="numeric"
          autoComplete="postal-code"
          aria-describedby={`${id}-answer`}
          aria-invalid={malformed || problem !== undefined || undefined}
          onChange={(event) => setTyped(event.target.value)}
        />
        <button type="submit">{asking ? texts.checking : texts.check}</button>
      </span>
      <div id={`${id}-answer`} className={styles.answer} role="status">
        <Answer malformed={malformed} problem={problem} quote={quote} />
      </div>
    </form>
  );
}

interface AnswerProps extends Pick<ReturnType<typeof useDelivery>, 'problem' | 'quote'> {
  malformed: boolean;
}

function Answer({ malformed, problem, quote }: AnswerProps) {
  if (malformed) return <p className={styles.problem}>{texts.malformed}</p>;
  if (problem) return <p className={styles.problem}>{problem}</p>;
  if (quote) return <DeliveryPromise quote={quote} />;
  return <p>{texts.before}</p>;
}
