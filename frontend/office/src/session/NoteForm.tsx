import { type FormEvent, useState } from 'react';
import { FormRefusal, type Refused } from 'shared/forms/FormRefusal';
import { wordsOf } from '../api/errors';
import { notifyDone } from '../messages/notify';
import button from '../ui/button.module.css';
import { TextArea } from '../ui/fields';
import form from '../ui/form.module.css';
import { useDraft } from './use_draft';

interface NoteFormProps {
  /** By which what is begun is kept. */
  name: string;
  /** Characters at most. */
  most: number;
  /** Sends the note; the same id again is the same note. */
  send: (noteId: string, text: string) => Promise<void>;
}

/** A note that only staff see. What is begun is kept; its id is made once, so that it is written down once. */
export function NoteForm({ name, most, send }: NoteFormProps) {
  const draft = useDraft(name);
  const [isSending, setIsSending] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [refusal, setRefusal] = useState<Refused>();

  async function write(event: FormEvent) {
    event.preventDefault();
    const text = draft.text.trim();
    if (isSending) return;
    setRefusal(undefined);
    if (!text) {
      setProblem('Write the note first.');
      return;
    }
    setIsSending(true);
    try {
      await send(draft.id, text);
      draft.done();
      notifyDone('Note saved.');
    } catch (error) {
      setRefusal({ words: wordsOf(error), takesFocus: true });
    } finally {
      setIsSending(false);
    }
  }

  return (
    <form className={form.form} noValidate onSubmit={(event) => void write(event)}>
      <TextArea
        label="For staff only"
        rows={2}
        maxLength={most}
        dir="auto"
        value={draft.text}
        readOnly={isSending}
        problem={problem}
        onChange={({ target }) => {
          // A note that may have come all the same is left as it is; one with other words is another note.
          if (refusal) draft.rewrite(target.value);
          else draft.setText(target.value);
          setProblem(undefined);
        }}
      />
      <FormRefusal refusal={refusal} />
      <div className={form.buttons}>
        <button type="submit" className={button.quiet} aria-disabled={isSending || undefined}>
          {isSending ? 'One moment…' : 'Save note'}
        </button>
      </div>
    </form>
  );
}
