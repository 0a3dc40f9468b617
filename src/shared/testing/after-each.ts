type End = () => void;
const ends: End[] = [];

/**
 * For helpers of tests: `afterEach` of a module that files share would count for the first of them alone. The setup
 * of each file runs these.
 */
export function afterEachTest(end: End): void {
  ends.push(end);
}

/** Runs all of them; the first that throws is what the test failed by. */
export function endTest(): void {
  const failures = ends.flatMap((end) => {
    try {
      end();
      return [];
    } catch (error) {
      return [error];
    }
  });
  if (failures.length > 0) throw failures[0];
}
