/*
 * Preloaded into a process that writes: appends to one trace every change of the files in a folder,
 * every sync with its begin and end, and every acknowledgement, in the order in which they happened.
 * What a power failure would leave at any moment follows from the trace.
 *
 * KIOKU_POWER_FOLDER: the folder, with a slash at its end. KIOKU_POWER_TRACE: the trace, outside of it.
 * KIOKU_POWER_SYNC_US: longest delay of a sync. KIOKU_POWER_FAIL: path of a file; while it exists, syncs of the write-ahead log fail with EIO.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

enum { OPENED = 1, CREATED, WRITTEN, CUT, SYNCING, SYNCED, UNLINKED, RENAMED, ACKNOWLEDGED };
enum { UNKNOWN = 0, DATA, FOLDER, ACKNOWLEDGEMENTS };

struct record {
  uint32_t type;
  uint32_t thread;
  uint64_t inode;
  uint64_t offset;
  uint64_t length;
};

#define MOST_FILES 65536
static unsigned char kinds[MOST_FILES];
static uint64_t inodes[MOST_FILES];
static unsigned char logs[MOST_FILES];
static const char *folder;
static const char *failing;
static size_t folder_length;
static int trace = -1;
static long delay_us;


__attribute__((constructor)) static void begin(void) {
  const char *path = getenv("KIOKU_POWER_TRACE");
  folder = getenv("KIOKU_POWER_FOLDER");
  failing = getenv("KIOKU_POWER_FAIL");
  if (path == NULL || folder == NULL) return;
  folder_length = strlen(folder);
  if (getenv("KIOKU_POWER_SYNC_US")) delay_us = atol(getenv("KIOKU_POWER_SYNC_US"));
  trace = syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
}

static void note(struct record record, const struct iovec *parts, int count) {
  struct iovec all[64];
  if (count > 63) abort();
  record.thread = (uint32_t)syscall(SYS_gettid);
  record.length = 0;
  for (int index = 0; index < count; index += 1) {
    all[index + 1] = parts[index];
    record.length += parts[index].iov_len;
  }
  all[0] = (struct iovec){&record, sizeof record};
  ssize_t written = syscall(SYS_writev, trace, all, count + 1);
  /* A trace with a gap proves nothing. */
  if (written != (ssize_t)(sizeof record + record.length)) abort();
}

static void note_text(uint32_t type, uint64_t inode, const char *text, const char *more) {
  struct iovec parts[2] = {{(void *)text, strlen(text) + 1}, {(void *)more, more ? strlen(more) : 0}};
  note((struct record){.type = type, .inode = inode}, parts, 2);
}

static int ends_with(const char *path, const char *end) {
  size_t length = strlen(path), least = strlen(end);
  return length >= least && strcmp(path + length - least, end) == 0;
}

static int kind_of(const char *path) {
  if (trace < 0 || path == NULL || strncmp(path, folder, folder_length - 1) != 0) return UNKNOWN;
  if (path[folder_length - 1] == '\0') return FOLDER;
  if (path[folder_length - 1] != '/') return UNKNOWN;
  if (path[folder_length] == '\0') return FOLDER;
  /* The index of the log is made anew, and the reserve holds no data. */
  if (ends_with(path, "-shm") || ends_with(path, "-reserve")) return UNKNOWN;
  return ends_with(path, "acknowledged") ? ACKNOWLEDGEMENTS : DATA;
}

/* Descriptors that were closed without `close` name other files now. */
static int is_kind(int file, int kind) {
  if (file < 0 || file >= MOST_FILES || kinds[file] != kind) return 0;
  struct stat found;
  if (syscall(SYS_newfstatat, file, "", &found, AT_EMPTY_PATH) == 0 && found.st_ino == inodes[file])
    return 1;
  kinds[file] = UNKNOWN;
  return 0;
}

static int open_noted(int at, const char *path, int flags, mode_t mode) {
  int kind = kind_of(path);
  if (kind == UNKNOWN) return syscall(SYS_openat, at, path, flags, mode);
  int created = 0, file = -1;
  if (kind == DATA && (flags & O_CREAT)) {
    file = syscall(SYS_openat, at, path, flags | O_EXCL, mode);
    created = file >= 0;
  }
  if (file < 0) file = syscall(SYS_openat, at, path, flags, mode);
  if (file < 0) return file;
  if (file >= MOST_FILES) abort();
  struct stat found;
  if (syscall(SYS_newfstatat, file, "", &found, AT_EMPTY_PATH) != 0) abort();
  inodes[file] = found.st_ino;
  logs[file] = ends_with(path, "-wal");
  kinds[file] = kind;
  if (kind != DATA) return file;
  note_text(created ? CREATED : OPENED, found.st_ino, path, NULL);
  if (flags & O_TRUNC) note((struct record){.type = CUT, .inode = found.st_ino}, NULL, 0);
  return file;
}

#define OPEN_AS(name)                                        \
  int name(const char *path, int flags, ...) {               \
    va_list more;                                            \
    va_start(more, flags);                                   \
    mode_t mode = flags & O_CREAT ? va_arg(more, mode_t) : 0; \
    va_end(more);                                            \
    return open_noted(AT_FDCWD, path, flags, mode);          \
  }
OPEN_AS(open)
OPEN_AS(open64)

int close(int file) {
  if (file >= 0 && file < MOST_FILES) kinds[file] = UNKNOWN;
  if (file == trace && file >= 0) return 0;
  return syscall(SYS_close, file);
}

static ssize_t noted(int file, const struct iovec *parts, int count, off_t offset) {
  ssize_t written = offset < 0 ? syscall(SYS_writev, file, parts, count)
                               : syscall(SYS_pwritev, file, parts, count, offset, 0);
  if (written <= 0) return written;
  if (is_kind(file, ACKNOWLEDGEMENTS)) {
    note((struct record){.type = ACKNOWLEDGED}, parts, count);
  } else if (is_kind(file, DATA)) {
    if (offset < 0) offset = syscall(SYS_lseek, file, 0, SEEK_CUR) - written;
    size_t whole = 0;
    for (int index = 0; index < count; index += 1) whole += parts[index].iov_len;
    struct iovec part = {parts[0].iov_base, written};
    if (count > 1 && (size_t)written != whole) abort();
    struct record record = {.type = WRITTEN, .inode = inodes[file], .offset = offset};
    note(record, count > 1 ? parts : &part, count);
  }
  return written;
}

#define IS_NOTED(file) (is_kind(file, DATA) || is_kind(file, ACKNOWLEDGEMENTS))

ssize_t write(int file, const void *from, size_t length) {
  struct iovec part = {(void *)from, length};
  if (!IS_NOTED(file)) return syscall(SYS_write, file, from, length);
  return noted(file, &part, 1, -1);
}

ssize_t writev(int file, const struct iovec *parts, int count) {
  if (!IS_NOTED(file)) return syscall(SYS_writev, file, parts, count);
  return noted(file, parts, count, -1);
}

#define PWRITE_AS(name)                                                          \
  ssize_t name(int file, const void *from, size_t length, off_t offset) {        \
    struct iovec part = {(void *)from, length};                                  \
    if (!IS_NOTED(file)) return syscall(SYS_pwrite64, file, from, length, offset); \
    return noted(file, &part, 1, offset);                                        \
  }
PWRITE_AS(pwrite)
PWRITE_AS(pwrite64)

#define PWRITEV_AS(name)                                                      \
  ssize_t name(int file, const struct iovec *parts, int count, off_t offset) { \
    if (!IS_NOTED(file)) return syscall(SYS_pwritev, file, parts, count, offset, 0); \
    return noted(file, parts, count, offset);                                 \
  }
PWRITEV_AS(pwritev)
PWRITEV_AS(pwritev64)

#define CUT_AS(name)                                                              \
  int name(int file, off_t length) {                                              \
    int answer = syscall(SYS_ftruncate, file, length);                            \
    struct record record = {.type = CUT, .inode = is_kind(file, DATA) ? inodes[file] : 0, \
                            .offset = length};                                    \
    if (answer == 0 && is_kind(file, DATA)) note(record, NULL, 0);                \
    return answer;                                                                \
  }
CUT_AS(ftruncate)
CUT_AS(ftruncate64)

static int sync_noted(int file, int number) {
  int is_folder = is_kind(file, FOLDER);
  if (!is_folder && !is_kind(file, DATA)) return syscall(number, file);
  if (failing && logs[file] && !is_folder && syscall(SYS_faccessat, AT_FDCWD, failing, F_OK) == 0) {
    errno = EIO;
    return -1;
  }
  /* 0 is the folder. */
  uint64_t inode = is_folder ? 0 : inodes[file];
  note((struct record){.type = SYNCING, .inode = inode}, NULL, 0);
  struct timespec delay = {0, 0};
  clock_gettime(CLOCK_MONOTONIC, &delay);
  delay = (struct timespec){0, delay_us == 0 ? 0 : delay.tv_nsec % delay_us * 1000};
  if (delay_us > 0) nanosleep(&delay, NULL);
  int answer = syscall(number, file);
  if (answer == 0) note((struct record){.type = SYNCED, .inode = inode}, NULL, 0);
  return answer;
}

int fsync(int file) { return sync_noted(file, SYS_fsync); }
int fdatasync(int file) { return sync_noted(file, SYS_fdatasync); }

int unlink(const char *path) {
  int answer = syscall(SYS_unlinkat, AT_FDCWD, path, 0);
  if (answer == 0 && kind_of(path) == DATA) note_text(UNLINKED, 0, path, NULL);
  return answer;
}

int rename(const char *from, const char *to) {
  int answer = syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0);
  if (answer == 0 && (kind_of(from) == DATA || kind_of(to) == DATA)) note_text(RENAMED, 0, from, to);
  return answer;
}

#define MAP_AS(name)                                                                     \
  void *name(void *at, size_t length, int access, int flags, int file, off_t offset) {   \
    /* Changes of mapped memory would be seen by nobody. */                              \
    if ((flags & MAP_SHARED) && (access & PROT_WRITE) && is_kind(file, DATA)) abort();   \
    return (void *)syscall(SYS_mmap, at, length, access, flags, file, offset);           \
  }
MAP_AS(mmap)
MAP_AS(mmap64)
