import { type ChangeEvent, useEffect, useId, useRef, useState } from 'react';
import { uploadPhoto } from '../../api/calls';
import { wordsOf } from '../../api/errors';
import { smallPhoto } from '../../rules/products';
import button from '../../ui/button.module.css';
import { passFocusOn, REMOVES } from '../../ui/pass_focus_on';
import styles from './product.module.css';

interface PhotosFieldProps {
  photos: readonly string[];
  problem: string | undefined;
  isReadOnly: boolean;
  onChange: (photos: string[]) => void;
}

/** The photos of a product, the front of its pack first. They are uploaded when chosen, and shown when the form is saved. */
export function PhotosField({ photos, problem, isReadOnly, onChange }: PhotosFieldProps) {
  const id = useId();
  const choose = useRef<HTMLInputElement>(null);
  const [sending, setSending] = useState<string>();
  const [failed, setFailed] = useState<readonly string[]>([]);
  // Photos may be removed or moved while others upload.
  const current = useRef(photos);
  useEffect(() => {
    current.current = photos;
  }, [photos]);

  async function add({ target }: ChangeEvent<HTMLInputElement>) {
    const files = [...(target.files ?? [])];
    target.value = '';
    setFailed([]);
    for (const file of files) {
      setSending(file.name);
      try {
        // oxlint-disable-next-line no-await-in-loop -- one after another: the shop decodes only two at once
        const { photo } = await uploadPhoto(file);
        onChange([...current.current.filter((each) => each !== photo), photo]);
      } catch (error) {
        setFailed((before) => [...before, `${file.name}: ${wordsOf(error)}`]);
      }
    }
    setSending(undefined);
  }

  function move(place: number, by: number) {
    const all = [...photos];
    const [photo] = all.splice(place, 1);
    if (photo) all.splice(place + by, 0, photo);
    onChange(all);
  }

  return (
    <fieldset className={styles.photos} aria-describedby={problem ? `${id}-problem` : undefined}>
      <legend>Photos</legend>
      <ul>
        {photos.map((photo, place) => (
          <li key={photo}>
            <img
              src={smallPhoto(photo)}
              alt={place === 0 ? 'The front of the pack' : `View ${place + 1} of the product`}
              width={120}
              height={120}
            />
            {!isReadOnly && (
              <span>
                <button
                  type="button"
                  className={button.link}
                  disabled={place === 0}
                  aria-label={`Photo ${place + 1} further to the front`}
                  onClick={() => move(place, -1)}
                >
                  ←
                </button>
                <button
                  type="button"
                  className={button.link}
                  {...REMOVES}
                  onClick={({ currentTarget }) => {
                    passFocusOn(currentTarget, choose.current);
                    onChange(photos.filter((_, at) => at !== place));
                  }}
                >
                  Remove<span className="visuallyHidden"> photo {place + 1}</span>
                </button>
              </span>
            )}
          </li>
        ))}
      </ul>
      {!isReadOnly && (
        <label className={`${button.quiet} ${styles.choose}`}>
          {sending ? `Sending ${sending}…` : 'Add photos…'}
          <input
            ref={choose}
            type="file"
            className="visuallyHidden"
            accept="image/jpeg,image/png,image/webp"
            multiple
            disabled={sending !== undefined}
            onChange={(event) => void add(event)}
          />
        </label>
      )}
      <p className={styles.hint}>JPEG, PNG or WebP, at least 600 pixels on each side and at most 15 MB.</p>
      {problem && (
        <p id={`${id}-problem`} className={styles.problem}>
          {problem}
        </p>
      )}
      {failed.length > 0 && (
        <ul role="alert" className={styles.problem}>
          {failed.map((words) => (
            <li key={words}>{words}</li>
          ))}
        </ul>
      )}
    </fieldset>
  );
}
