package external

import (
	"errors"
	"fmt"
	"os/exec"
	"syscall"
	"unsafe"

	"golang.org/x/sys/windows"
)

// A tree is a process and its descendants: the processes of a job object.
type tree struct {
	job windows.Handle
}

// startTree starts a process in a new job object. The process begins suspended, so it can start no
// other process before it is in the job. The system kills the processes of the job when the handle of
// the job is closed. It closes the handle if this process is killed.
func startTree(c *exec.Cmd) (_ *tree, err error) {
	job, err := windows.CreateJobObject(nil, nil)
	if err != nil {
		return nil, fmt.Errorf("create a job object for a bot: %w", err)
	}
	defer func() {
		if err != nil {
			_ = windows.CloseHandle(job)
		}
	}()
	limits := windows.JOBOBJECT_EXTENDED_LIMIT_INFORMATION{
		BasicLimitInformation: windows.JOBOBJECT_BASIC_LIMIT_INFORMATION{LimitFlags: windows.JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE},
	}
	if _, err := windows.SetInformationJobObject(job, windows.JobObjectExtendedLimitInformation, uintptr(unsafe.Pointer(&limits)), uint32(unsafe.Sizeof(limits))); err != nil {
		return nil, fmt.Errorf("set up the job object of a bot: %w", err)
	}
	c.SysProcAttr = &syscall.SysProcAttr{CreationFlags: windows.CREATE_SUSPENDED}
	if err := c.Start(); err != nil {
		return nil, err
	}
	var assigned error
	err = c.Process.WithHandle(func(process uintptr) {
		assigned = windows.AssignProcessToJobObject(job, windows.Handle(process))
	})
	if err = errors.Join(err, assigned); err == nil {
		err = resume(uint32(c.Process.Pid))
	}
	if err != nil {
		_ = c.Process.Kill()
		_ = c.Wait() // killed
		return nil, fmt.Errorf("put a bot into its job object: %w", err)
	}
	return &tree{job}, nil
}

// resume lets the only thread of a suspended process run.
func resume(pid uint32) error {
	threads, err := windows.CreateToolhelp32Snapshot(windows.TH32CS_SNAPTHREAD, 0)
	if err != nil {
		return err
	}
	defer func() { _ = windows.CloseHandle(threads) }()
	entry := windows.ThreadEntry32{Size: uint32(unsafe.Sizeof(windows.ThreadEntry32{}))}
	for err = windows.Thread32First(threads, &entry); err == nil; err = windows.Thread32Next(threads, &entry) {
		if entry.OwnerProcessID != pid {
			continue
		}
		thread, err := windows.OpenThread(windows.THREAD_SUSPEND_RESUME, false, entry.ThreadID)
		if err != nil {
			return err
		}
		_, err = windows.ResumeThread(thread)
		return errors.Join(err, windows.CloseHandle(thread))
	}
	return fmt.Errorf("find its thread: %w", err)
}

// kill kills the processes of the job.
func (t *tree) kill() { _ = windows.TerminateJobObject(t.job, 1) }

// end kills the remaining processes of the job after its first process has exited, and frees the job.
func (t *tree) end() (left bool) {
	_ = windows.CloseHandle(t.job)
	return false
}
