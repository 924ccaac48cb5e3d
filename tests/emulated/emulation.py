"""What the tests on emulated processors share."""
import concurrent.futures
import os
import re
import shutil
import subprocess
import sys

SKIPPED = 77
JOBS = 2


def missing(*tools):
    """Whether one of the tools is not there; says which."""
    for tool in tools:
        if not shutil.which(tool):
            print(f'skipped: there is no {tool}', file=sys.stderr)
            return True
    return False


def run_tests(emulator, program, instruction_set, share, tags=None):
    """Runs the program's tests, a process for each of its files or for each of `tags`; 0 if all pass, 1 otherwise.

    By itself the program has to choose the instruction set named. Of tests with hundreds of forms it checks a share. How
    threads share the work is no matter of instructions: what is the same for any number of them is seen natively.
    """
    environment = {**os.environ, 'TYPEFORMER_TEST_EMULATOR': ' '.join(emulator),
                   'EXPECTED_INSTRUCTION_SET': instruction_set, 'TYPEFORMER_TEST_SHARE': str(share)}
    environment.pop('TYPEFORMER_INSTRUCTION_SET', None)

    def run(*arguments):
        return subprocess.run([*emulator, program, '--filenames-as-tags', *arguments], env=environment, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)

    tests = ['[.environments_choice]']
    tags = tags or sorted(set(re.findall(r'\[#\w+\]', run('--list-tags').stdout)))
    tests += [f'{tag}~[.]~*any number of threads*' for tag in tags]
    cases = failed = 0
    with concurrent.futures.ThreadPoolExecutor(JOBS) as pool:
        for test, result in zip(tests, pool.map(run, tests)):
            passed = re.search(r'All tests passed \(\d+ assertions? in (\d+) test cases?\)', result.stdout)
            if result.returncode == 0 and passed:
                cases += int(passed[1])
            else:
                failed += 1
                print(f'{result.stdout}\nFAILED: {test} with {" ".join(emulator)}, exit code {result.returncode}',
                      flush=True)
    print(f'{instruction_set}: {cases} test cases passed, in {len(tests) - failed} of {len(tests)} processes')
    return 1 if failed or len(tests) == 1 else 0
