import { Icon } from '../../ui/Icon';
import { ProgressBar } from '../../ui/ProgressBar';
import { Spinner } from '../../ui/Spinner';
import type { UploadProgress } from '../../domain/outbox';
import styles from './Screens.module.css';

interface ProgressScreenProps {
  isUploading: boolean;
  progress: UploadProgress;
  isDirect: boolean;
}

/** Whole percent of the bytes that are on the server. */
export function percentOf({ sentBytes, totalBytes }: UploadProgress): number {
  return totalBytes === 0 ? 0 : Math.floor((100 * Math.min(sentBytes, totalBytes)) / totalBytes);
}

/** The request on its way: creating, then uploading with its real numbers. */
export function ProgressScreen({ isUploading, progress, isDirect }: ProgressScreenProps) {
  const percent = percentOf(progress);
  return (
    <div className={styles.screen}>
      <span className={styles.badge}>
        {isUploading ? <Icon name="camera" size="2rem" /> : <Spinner />}
      </span>
      <output className={styles.label}>
        {isUploading ? 'Uploading files...' : 'Creating request'}
      </output>
      {isUploading && (
        <div className={styles.upload}>
          <p className={styles.numbers}>
            <span id="upload-title" lang="es">
              Subiendo nuevos archivos
            </span>
            <span className={styles.percent}>{percent}%</span>
          </p>
          <ProgressBar
            percent={percent}
            labelledBy="upload-title"
            valueText={`${percent}%, ${progress.count} of ${progress.total}`}
          />
          <output className={styles.count}>
            {progress.count} of {progress.total}
          </output>
        </div>
      )}
      {isDirect && (
        <p className={styles.text}>
          This browser cannot save your request. Keep this page open until it is sent.
        </p>
      )}
    </div>
  );
}
