/* Makes the N-th call of the C library fail, for tests/faults: preloaded, so that it stands in front of the real one.

   Counted are the calls that touch the watched folder (open, write, fsync, rename, truncate), or the allocations of the
   thread that asked for it. What happens at the N-th call is one of five ways to fail:

   ONCE       it fails; the next one succeeds
   SHORT      a write writes half of its bytes, and says so
   FOR_EVER   a write writes half of its bytes; everything after it fails, as on a disk that stays full
   DIE        the process ends, as by kill -9; half of the bytes of a write are in the file
   CUT_POWER  the same, and what was never synced is lost: bytes of files, and renames in folders */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { ONCE, SHORT, FOR_EVER, DIE, CUT_POWER };
enum { MOST_FILES = 1024, MOST_RENAMES = 256, KILLED = 99 };

typedef struct { char path[512]; off_t synced; } File;
typedef struct { char from[512], to[512], kept[512]; } Renamed;

/* Shared with the parent of a process that was forked: it reads the count when the child is gone. */
static struct { long calls, failed_call; char failed[16]; } *shared;
static char folder[512];
static int way, armed, memory_armed, renames;
static long target;
static pthread_t who;
static File *by_descriptor[MOST_FILES];
static File files[MOST_FILES];
static int known_files;
static Renamed renamed[MOST_RENAMES];

/* A process that is started with these in its environment has a slow disk below a folder, or a clock that jumps by days. */
static long slow_microseconds;
static int clock_jumps;

__attribute__((constructor)) static void look_at_environment(void) {
    const char *slow = getenv("HANSA_SLOW_FOLDER");
    if (slow) {
        strncpy(folder, slow, sizeof folder - 1);
        slow_microseconds = 50000;
    }
    clock_jumps = getenv("HANSA_CLOCK_JUMPS") != NULL;
}

#define REAL(name) static __typeof__(name) *real; if (!real) real = (__typeof__(name) *)dlsym(RTLD_NEXT, #name)

static void raw_truncate(const char *path, off_t size) {
    REAL(truncate);
    if (real(path, size)) { /* it was removed since */ }
}

static int raw_rename(const char *from, const char *to) {
    REAL(rename);
    return real(from, to);
}

void *faults_shared(void) {
    if (!shared) shared = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    return shared;
}

void faults_watch(const char *path) {
    strncpy(folder, path, sizeof folder - 1);
}

void faults_arm(long number, int how) {
    faults_shared();
    shared->calls = shared->failed_call = 0;
    shared->failed[0] = 0;
    target = number;
    way = how;
    armed = 1;
}

/* Calls something of Python's, whose N-th allocation fails; no other code of Python's comes between. */
void *faults_call(void *function, void *arguments, void *by_name, long number) {
    static void *(*call)(void *, void *, void *);
    if (!call) call = (void *(*)(void *, void *, void *))dlsym(RTLD_DEFAULT, "PyObject_Call");
    faults_shared();
    shared->calls = shared->failed_call = 0;
    target = number;
    who = pthread_self();
    memory_armed = 1;
    void *found = call(function, arguments, by_name);
    memory_armed = 0;
    return found;
}

static void cut_power(void) {
    for (int number = 0; number < known_files; number++) raw_truncate(files[number].path, files[number].synced);
    while (renames) {
        Renamed *last = &renamed[--renames];
        if (raw_rename(last->to, last->from)) { /* it was removed since */ }
        if (last->kept[0]) raw_rename(last->kept, last->to);
    }
}

/* Whether this call is to fail; a process that is to die dies here, after `dying` has done half of the work. */
static int fails(const char *name, void (*dying)(void)) {
    if (slow_microseconds) usleep(slow_microseconds);
    if (!armed) return 0;
    long number = __sync_add_and_fetch(&shared->calls, 1);
    if (number < target || (number > target && way <= SHORT) || (way == SHORT && strcmp(name, "write"))) return 0;
    if (!shared->failed_call) {
        shared->failed_call = number;
        strncpy(shared->failed, name, sizeof shared->failed - 1);
    }
    if (way == DIE || way == CUT_POWER) {
        armed = 0;
        if (dying) dying();
        if (way == CUT_POWER) cut_power();
        _exit(KILLED);
    }
    return 1;
}

static int watched(const char *path) {
    size_t length = strlen(folder);
    return length && path && !strncmp(path, folder, length) && (path[length] == '/' || !path[length]);
}

static File *file_at(const char *path, off_t size) {
    for (int number = 0; number < known_files; number++)
        if (!strcmp(files[number].path, path)) return &files[number];
    if (known_files == MOST_FILES) abort();
    File *made = &files[known_files++];
    strncpy(made->path, path, sizeof made->path - 1);
    made->synced = size;
    return made;
}

static File *of_descriptor(int descriptor) {
    return descriptor >= 0 && descriptor < MOST_FILES ? by_descriptor[descriptor] : NULL;
}

static int opened(int descriptor, const char *path, int existed) {
    struct stat facts;
    if (descriptor < 0 || descriptor >= MOST_FILES || !watched(path) || fstat(descriptor, &facts)) return descriptor;
    by_descriptor[descriptor] = file_at(path, existed ? facts.st_size : 0);
    return descriptor;
}

#define OPEN(name)                                                                                      \
    int name(const char *path, int flags, ...) {                                                        \
        REAL(name);                                                                                     \
        va_list rest;                                                                                   \
        va_start(rest, flags);                                                                          \
        mode_t mode = flags & (O_CREAT | __O_TMPFILE) ? va_arg(rest, mode_t) : 0;                       \
        va_end(rest);                                                                                   \
        if (!watched(path)) return real(path, flags, mode);                                             \
        if (fails("open", NULL)) { errno = flags & O_CREAT ? ENOSPC : EIO; return -1; }                 \
        int existed = !access(path, F_OK);                                                              \
        return opened(real(path, flags, mode), path, existed && !(flags & O_TRUNC));                    \
    }
OPEN(open)
OPEN(open64)

static struct { int descriptor; const void *bytes; size_t count; } torn;

static void tear(void) {
    REAL(write);
    if (real(torn.descriptor, torn.bytes, torn.count / 2) < 0) { /* dying all the same */ }
}

ssize_t write(int descriptor, const void *bytes, size_t count) {
    REAL(write);
    if (!of_descriptor(descriptor)) return real(descriptor, bytes, count);
    torn.descriptor = descriptor, torn.bytes = bytes, torn.count = count;
    if (!fails("write", tear)) return real(descriptor, bytes, count);
    if (way != ONCE && shared->failed_call == shared->calls && count > 1) return real(descriptor, bytes, count / 2);
    errno = ENOSPC;
    return -1;
}

int fsync(int descriptor) {
    REAL(fsync);
    File *file = of_descriptor(descriptor);
    if (!file) return real(descriptor);
    if (fails("fsync", NULL)) { errno = EIO; return -1; }
    struct stat facts;
    if (fstat(descriptor, &facts)) return -1;
    file->synced = facts.st_size;
    if (S_ISDIR(facts.st_mode)) renames = 0;        /* its names are on disk now */
    return real(descriptor);
}

int close(int descriptor) {
    REAL(close);
    if (of_descriptor(descriptor)) by_descriptor[descriptor] = NULL;
    return real(descriptor);
}

int ftruncate64(int descriptor, off64_t size) {
    REAL(ftruncate64);
    if (of_descriptor(descriptor) && fails("truncate", NULL)) { errno = EIO; return -1; }
    return real(descriptor, size);
}

int rename(const char *from, const char *to) {
    if (!watched(from)) return raw_rename(from, to);
    if (fails("rename", NULL)) { errno = EIO; return -1; }
    if (way == CUT_POWER && armed && renames < MOST_RENAMES) {
        Renamed *now = &renamed[renames];
        strncpy(now->from, from, sizeof now->from - 1);
        strncpy(now->to, to, sizeof now->to - 1);
        snprintf(now->kept, sizeof now->kept, "%.490s-kept/%d", folder, renames);
        unlink(now->kept);
        if (link(to, now->kept)) now->kept[0] = 0;
        renames++;
    }
    File *file = file_at(from, 0), *old = file_at(to, 0);
    strcpy(old->path, "");
    strncpy(file->path, to, sizeof file->path - 1);
    return raw_rename(from, to);
}

/* --- time --------------------------------------------------------------------------------------------------------- */

int clock_gettime(clockid_t clock, struct timespec *found) {
    static unsigned calls;
    REAL(clock_gettime);
    int code = real(clock, found);
    if (clock_jumps && clock == CLOCK_REALTIME) found->tv_sec += 86400 * ((long)(__sync_add_and_fetch(&calls, 1) * 7919 % 41) - 20);
    return code;
}

/* --- memory ------------------------------------------------------------------------------------------------------- */

extern void *__libc_malloc(size_t), *__libc_calloc(size_t, size_t), *__libc_realloc(void *, size_t);

static int out_of_memory(void) {
    return memory_armed && pthread_equal(who, pthread_self()) && ++shared->calls == target && (shared->failed_call = target);
}

void *malloc(size_t size) { return out_of_memory() ? (errno = ENOMEM, NULL) : __libc_malloc(size); }
void *calloc(size_t count, size_t size) { return out_of_memory() ? (errno = ENOMEM, NULL) : __libc_calloc(count, size); }
void *realloc(void *old, size_t size) { return out_of_memory() ? (errno = ENOMEM, NULL) : __libc_realloc(old, size); }
