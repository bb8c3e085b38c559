import { useQuery } from '@tanstack/react-query';
import * as v from 'valibot';
import type { Batch } from '#contract/shop/inventory/v1/inventory_pb.js';
import { queryClient } from '../../api/query_client';
import { recallNoticesQuery } from '../../api/queries';
import { type RecallNotice, sendRecallNotices } from '../../api/recall_notices';
import { notifyDone } from '../../messages/notify';
import { packsWords } from '../../rules/packs';
import {
  countNotices,
  noticeWords,
  sentWords,
  shopperReasonRule,
  shoppersWords,
} from '../../rules/recall_notices';
import button from '../../ui/button.module.css';
import { Chip } from '../../ui/Chip';
import { Dialog } from '../../ui/Dialog';
import { FormFoot } from '../../ui/FormFoot';
import { TextArea } from '../../ui/fields';
import form from '../../ui/form.module.css';
import { OrderName } from '../../ui/OrderName';
import { useSentForm } from '../../ui/use_sent_form';
import { Waiting } from '../../ui/Waiting';
import styles from './stock.module.css';

const schema = v.object({ reason: shopperReasonRule });

/** The shoppers who received packs of a recalled batch. Mails those who can be mailed, and names those to call. */
export function RecallNoticesDialog({ batch, onClose }: { batch: Batch; onClose: () => void }) {
  return (
    <Dialog open title={`Shoppers with batch ${batch.batchNumber}`} onClose={onClose}>
      <Notices batch={batch} onClose={onClose} />
    </Dialog>
  );
}

/** The same content inside an open dialog. */
export function Notices({ batch, onClose }: { batch: Batch; onClose: () => void }) {
  const query = useQuery(recallNoticesQuery(batch.batchId));
  if (!query.data) return <Waiting query={query} what="the shoppers" />;
  const { notices } = query.data;
  const toWrite = countNotices(notices, 'to_write');
  return (
    <div className={form.form}>
      <Sums notices={notices} />
      {notices.length > 0 && (
        <ul className={styles.found}>
          {notices.map((notice) => (
            <Line key={notice.orderId} notice={notice} />
          ))}
        </ul>
      )}
      {toWrite > 0 ? (
        <SendForm batch={batch} reason={query.data.reason} toWrite={toWrite} onClose={onClose} />
      ) : (
        <div className={form.buttons}>
          <button type="button" className={button.primary} onClick={onClose}>
            Close
          </button>
        </div>
      )}
    </div>
  );
}

function Sums({ notices }: { notices: readonly RecallNotice[] }) {
  const count = (state: RecallNotice['state']) => countNotices(notices, state);
  const [toWrite, written, toCall] = [count('to_write'), count('written'), count('to_call')];
  const parts = [
    toWrite > 0 && `${shoppersWords(toWrite)} to write to`,
    written > 0 && `${written} written to`,
    toCall > 0 && `${toCall} to call`,
  ].filter(Boolean);
  return (
    <p role="status">
      <b>{parts.length === 0 ? 'No shoppers to notify.' : `${parts.join(', ')}.`}</b>
      {toCall > 0 && ' Call the shoppers without an email address, and read out the batch number.'}
    </p>
  );
}

function Line({ notice }: { notice: RecallNotice }) {
  const { words, tone, more = '' } = noticeWords(notice);
  const { fullName, mobileNumber, quantity } = notice;
  return (
    <li>
      <span>
        <OrderName {...notice} />
        {quantity > 0 && <>, {packsWords(quantity)}</>}
        {more && <small className={styles.more}>{more}</small>}
        {mobileNumber && (
          <span className={styles.more}>
            {fullName}{' '}
            <a className={button.link} href={`tel:+91${mobileNumber}`}>
              {mobileNumber}
            </a>
          </span>
        )}
      </span>
      <Chip tone={tone}>{words}</Chip>
    </li>
  );
}

interface SendFormProps {
  batch: Batch;
  /** The reason of the staff member who recalled the batch. */
  reason: string;
  toWrite: number;
  onClose: () => void;
}

function SendForm({ batch, reason, toWrite, onClose }: SendFormProps) {
  const { field, ...sent } = useSentForm({
    schema,
    defaultValues: { reason },
    send: async (words) => {
      const notices = await sendRecallNotices(batch.batchId, words.reason);
      queryClient.setQueryData(recallNoticesQuery(batch.batchId).queryKey, notices);
      notifyDone(sentWords(toWrite));
    },
  });
  return (
    <form className={form.form} noValidate onSubmit={sent.onSubmit}>
      <p className={form.note}>
        Each shopper gets one email with the product, the batch, the number of packs and the order. It asks
        them not to use the packs, and tells how to return them. This cannot be undone.
      </p>
      <TextArea label="Reason, as shoppers read it" maxLength={500} {...field('reason')} />
      <FormFoot {...sent} label={`Write to ${shoppersWords(toWrite)}`} onCancel={onClose} />
    </form>
  );
}
