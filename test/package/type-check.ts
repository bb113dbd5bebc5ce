import { type Resolution, run } from './stage.ts';

/**
 * Complaints about packages that ours brings along, which only they can mend, with `skipLibCheck: false`.
 * Users who switch that option off must live with them; everything else, in our declarations above all, counts.
 */
const NOT_OURS: readonly RegExp[] = [
  // client-node's declarations name isomorphic-ws, which names ws, whose types neither of them depends on.
  /^node_modules\/isomorphic-ws\/index\.d\.ts\(\d+,\d+\): error TS7016:.*'ws'/,
];

/**
 * Type-checks a project, declarations of packages included.
 *
 * @returns the complaints that are not {@link NOT_OURS}.
 * @throws when the compiler fails without a complaint.
 */
export async function typeCheck(compiler: string, folder: string, resolution: Resolution): Promise<string[]> {
  const args = ['-p', `tsconfig.${resolution}.json`, '--noEmit', '--skipLibCheck', 'false'];
  const output = await run(compiler, [...args, '--pretty', 'false'], { cwd: folder }).catch(
    (error: unknown) => (error as Error).message,
  );
  const found = output.split('\n').filter((line) => /\berror TS\d+/.test(line));
  if (output !== '' && found.length === 0) throw new Error(output);
  return found.filter((line) => !NOT_OURS.some((known) => known.test(line)));
}
