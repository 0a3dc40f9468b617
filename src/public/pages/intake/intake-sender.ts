import type { intakeEndpoints, IntakePage } from '#contract/intake/endpoints.ts';
import { answerProblem } from '#contract/intake/check-answer.ts';
import { answerKey, type Answers, type Question } from '#contract/intake/form.ts';
import { endpoint } from '../../kit/send.ts';
import { asPatient } from '../../kit/session.ts';
import { isNothing, keepInput, nothing, type Pending } from './sealed-input.ts';

type Table = typeof intakeEndpoints;
const save = endpoint<Table['save']>('PUT /intake/:IntakeId/answers');
const photo = endpoint<Table['photo']>('POST /intake/:IntakeId/photos');
const sign = endpoint<Table['sign']>('POST /intake/:IntakeId/sign');

const againMs = 15_000;
/** Fewer than a call takes: what was typed without network may be all of them. */
const mostAtOnce = 30;

export type Refused = { status: number; message: string };
export type Saving = { state: 'idle' | 'saving' | 'saved' | 'offline' | 'notStored'; at: Date | null };
type Heard = {
  saving(saving: Saving): void;
  refused(refused: Refused): void;
  /** Answers of another device. */
  others(answers: Answers, masked: Record<string, string>): void;
  /** Photos and signatures that were refused are none. */
  unmark(keys: readonly string[]): void;
};

/** The login is over: nothing is lost, and nothing more is sent by it. */
const isOver = ({ status }: Refused) => status === 401 || status === 403;
const isLater = ({ status }: Refused) => status === 0 || status === 429 || status >= 500;

/** Sends what was answered, one call after the other, again and again until the server has it or refuses it. */
export class IntakeSender {
  #pending: Pending;
  #rev: number;
  #running: Promise<boolean> | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #of: Pick<IntakePage, 'IntakeId' | 'inputKey'>;
  readonly #heard: Heard;
  #page = '';
  #isStopped = false;
  #isEnded = false;
  #keeping: Promise<unknown> = Promise.resolve();
  readonly #questions: Map<string, Question>;

  constructor(intake: IntakePage, first: Pending, heard: Heard) {
    this.#of = intake;
    this.#rev = intake.rev;
    this.#pending = first;
    this.#heard = heard;
    this.#questions = new Map(
      intake.forms.flatMap((form) =>
        form.pages.flatMap(({ questions }) => questions.map((one) => [answerKey(form, one), one] as const)),
      ),
    );
  }

  /** Puts more beside what waits, and sends it after a while. */
  add(change: (pending: Pending) => Pending, afterMs: number): void {
    this.#pending = change(this.#pending);
    this.#again(afterMs);
    void this.#keep();
  }

  /** The screen that answers come from. */
  turnTo(page: string): void {
    this.#page = page;
  }

  start(): void {
    this.#isStopped = false;
    if (!isNothing(this.#pending)) void this.flush();
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
  }

  /** At a kiosk: nothing more is sent. Whoever uses the tablet next is somebody else. */
  end(): void {
    this.stop();
    this.#isEnded = true;
  }

  /** Whether the server has everything that it can take. */
  flush(): Promise<boolean> {
    this.#running ??= this.#sendAll().finally(() => {
      this.#running = null;
    });
    return this.#running;
  }

  #again(afterMs: number): void {
    clearTimeout(this.#timer);
    // The page is closed: whoever uses the device now is somebody else.
    if (this.#isStopped) return;
    this.#timer = setTimeout(() => void this.flush(), afterMs);
  }

  /** One after the other: what was kept last is what stands there. */
  #keep(): Promise<boolean> {
    const kept = this.#keeping.then(() => this.#keepNow());
    this.#keeping = kept;
    return kept;
  }

  async #keepNow(): Promise<boolean> {
    try {
      await keepInput(this.#of.IntakeId, this.#of.inputKey, this.#pending);
      return true;
    } catch {
      // Storage may be closed to the page: then it has to stay open.
      return false;
    }
  }

  async #sendAll(): Promise<boolean> {
    for (let sent = this.#next(); !isNothing(sent); sent = this.#next()) {
      if (this.#isEnded) return false;
      this.#heard.saving({ state: 'saving', at: null });
      const { data, error } = await asPatient((token) => this.#call(sent, token));
      if (error && (isLater(error) || isOver(error))) {
        this.#heard.saving({ state: (await this.#keep()) ? 'offline' : 'notStored', at: null });
        if (isOver(error)) this.#heard.refused(error);
        else this.#again(againMs);
        return false;
      }
      this.#pending = without(this.#pending, sent);
      await this.#keep();
      if (data) this.#take(data.rev, data.others as Answers, data.masked);
      else this.#refuse(error, sent);
    }
    const isWhole = isNothing(this.#pending);
    this.#heard.saving(isWhole ? { state: 'saved', at: new Date() } : { state: 'idle', at: null });
    return true;
  }

  #next(): Pending {
    const { photos, signatures } = this.#pending;
    const answers = this.#sendable();
    if (Object.keys(answers).length > 0) return { ...nothing, answers };
    if (photos.length > 0) return { ...nothing, photos: photos.slice(0, 1) };
    return { ...nothing, signatures: signatures.slice(0, 1) };
  }

  /** What is half typed waits here: the server would refuse the others with it. */
  #sendable(): Answers {
    const whole = Object.entries(this.#pending.answers).filter(([key, answer]) => {
      const question = this.#questions.get(key);
      return answer === null || question === undefined || answerProblem(question, answer) === null;
    });
    return Object.fromEntries(whole.slice(0, mostAtOnce));
  }

  #call({ answers, photos: [onePhoto], signatures: [oneSignature] }: Pending, token: string): ReturnType<typeof save> {
    const { IntakeId } = this.#of;
    if (onePhoto) return photo({ IntakeId, ...onePhoto }, { token });
    if (oneSignature) return sign({ IntakeId, ...oneSignature }, { token });
    return save({ IntakeId, page: this.#page, rev: this.#rev, answers: answers as never }, { token });
  }

  #take(rev: number, others: Answers, masked: Record<string, string>): void {
    this.#rev = rev;
    // What is being typed here stays.
    const own = new Set(Object.keys(this.#pending.answers));
    const foreign = <T>(all: Record<string, T>) =>
      Object.fromEntries(Object.entries(all).filter(([key]) => !own.has(key)));
    this.#heard.others(foreign(others), foreign(masked));
  }

  #refuse(error: Refused, { photos, signatures }: Pending): void {
    this.#heard.unmark([...photos, ...signatures].map(({ question }) => question));
    this.#heard.refused(error);
  }
}

/** The last of what a patient typed, where nothing is kept on the device. */
export type LastInput = Pick<IntakeSender, 'flush' | 'end'>;

/** What is left once this was sent: an answer that was changed meanwhile stays. */
function without(all: Pending, sent: Pending): Pending {
  return {
    answers: Object.fromEntries(Object.entries(all.answers).filter(([key, value]) => sent.answers[key] !== value)),
    photos: all.photos.filter((one) => !sent.photos.includes(one)),
    signatures: all.signatures.filter((one) => !sent.signatures.includes(one)),
  };
}
